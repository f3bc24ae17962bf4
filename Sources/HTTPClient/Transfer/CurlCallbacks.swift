import CCurl

/// libcurl's callbacks: each finds its exchange and hands the bytes over.

let receiveHeaderLine: ccurl_data_callback = { bytes, size, count, context in
  guard let exchange = exchange(context) else { return 0 }
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return exchange.takeHeaderLine(line) ? line.count : refused(line.count)
}

let receiveBody: ccurl_data_callback = { bytes, size, count, context in
  guard let exchange = exchange(context) else { return 0 }
  let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return exchange.takeBody(piece) ? piece.count : refused(piece.count)
}

let provideBody: ccurl_data_callback = { bytes, size, count, context in
  guard let exchange = exchange(context) else { return Int(CURL_READFUNC_ABORT) }
  let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
  return exchange.provideBody(buffer) ?? Int(CURL_READFUNC_ABORT)
}

let rewindBody: curl_seek_callback = { context, offset, origin in
  guard let exchange = exchange(context), origin == 0, offset >= 0 else { return CURL_SEEKFUNC_FAIL }
  exchange.rewindBody(to: UInt64(offset))
  return CURL_SEEKFUNC_OK
}

let askToContinue: curl_xferinfo_callback = { context, _, _, _, _ in
  exchange(context)?.mayContinue() == true ? 0 : 1
}

private func exchange(_ context: UnsafeMutableRawPointer?) -> Exchange? {
  context.map { Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
}

/// Any other count than the one offered ends the transfer; an empty piece needs one, too.
private func refused(_ count: Int) -> Int { count == 0 ? 1 : 0 }
