import ReleaseModel
extension FileManifest { var canonicalJSONPending: [UInt8] { [] } }
