import Fuzzing

fuzz { start, count in
  StateProperties.check(input(start, count))
  return 0
}
