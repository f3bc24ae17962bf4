import Fuzzing

fuzz { start, count in
  MessageProperties.check(input(start, count))
  return 0
}
