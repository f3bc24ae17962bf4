/// For how long metadata is good that people sign.
package struct MetadataLifetimes: Sendable, Hashable {
  package var rootSeconds: Int64 = 365 * 86_400
  package var targetsSeconds: Int64 = 365 * 86_400
  /// Every publish signs a channel anew; one without a publish for so long has to be renewed.
  package var channelSeconds: Int64 = 365 * 86_400

  package init() {}
}
