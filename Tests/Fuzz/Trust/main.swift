import Fuzzing

fuzz { start, count in
  let bytes = input(start, count)
  JSONProperties.check(bytes)
  MetadataProperties.check(bytes)
  return 0
}
