import ReleaseModel
import Testing

@testable import WrapperSimulation

@Suite struct FleetFileTests {
  private func rows(_ text: String) throws -> [FleetRow] { try FleetFile(parsing: Array(text.utf8)).rows }

  private func problems(_ text: String) -> [String] {
    do {
      _ = try FleetFile(parsing: Array(text.utf8))
      return []
    } catch {
      return error.errors.map { "\($0.field): \($0.code.rawValue)" }
    }
  }

  @Test func `reads every column, in the order of the heading`() throws {
    let rows = try rows(
      """
      count,platform,wrapperVersion,installed,cohort,expect,scenario\r
      1200,ios,4.6.0,2.13.0,17,2.14.0 way-back,plain cut:1000\r

      3, android , 4.5.0 ,"none",,,
      """)
    #expect(rows.count == 2)
    #expect(rows[0].place == "line 2")
    #expect(rows[0].platform == .ios)
    #expect(rows[0].wrapperVersion.description == "4.6.0")
    #expect(rows[0].installed?.description == "2.13.0")
    #expect(rows[0].count == 1_200)
    #expect(rows[0].cohort?.value == 17)
    #expect(rows[0].expectations.map(\.description) == ["2.14.0", "way-back"])
    #expect(rows[0].scenarios == [.plain, .network(.cut(at: 1_000))])
    #expect(rows[1].place == "line 4")
    #expect(rows[1].platform == .android)
    #expect(rows[1].installed == .nothing)
    #expect(rows[1].cohort == nil)
    #expect(rows[1].expectations.isEmpty && rows[1].scenarios.isEmpty)
  }

  @Test func `reads the same wrappers from JSON`() throws {
    let fromCSV = try rows("platform,wrapperVersion,count,cohort,expect\nios,4.6.0,5,17,2.14.0 way-back\n")
    for text in [
      #"[{"platform":"ios","wrapperVersion":"4.6.0","count":5,"cohort":17,"expect":["2.14.0","way-back"]}]"#,
      #" {"fleet":[{"platform":"ios","wrapperVersion":"4.6.0","count":5,"cohort":"17","expect":"2.14.0 way-back"}]}"#,
    ] {
      let fromJSON = try rows(text)
      #expect(fromJSON.map(\.expectations) == fromCSV.map(\.expectations))
      #expect(fromJSON.map(\.wrapperVersion) == fromCSV.map(\.wrapperVersion))
      #expect(fromJSON.map(\.cohort) == fromCSV.map(\.cohort))
      #expect(fromJSON.map(\.count) == [5])
    }
  }

  @Test func `takes lines without a heading for versions and numbers`() throws {
    let rows = try rows("4.4.0,1200\n4.5.0, 3\n")
    #expect(rows.map(\.count) == [1_200, 3])
    #expect(rows.map(\.platform) == [nil, nil])
  }

  @Test func `counts a wrapper once when the file does not say how many`() throws {
    #expect(try rows("platform,wrapperVersion\nios,4.5.0\n").map(\.count) == [1])
  }

  @Test(arguments: [
    (
      "4.5,1\n4.5.0\n4.5.0,-1\n",
      ["line 1: invalid_version", "line 2: invalid_line", "line 3: invalid_count"]
    ),
    ("platform,wrapperVersion\nwindows,4.5.0\n", ["line 2: invalid_platform"]),
    ("wrapperVersion,instaled\n4.5.0,none\n", ["line 1: invalid_line"]),
    ("wrapperVersion,installed\n4.5.0,newest\n", ["line 2: invalid_installed"]),
    ("wrapperVersion,cohort\n4.5.0,10000\n", ["line 2: invalid_cohort"]),
    ("wrapperVersion,expect\n4.5.0,luck\n", ["line 2: invalid_expectation"]),
    ("wrapperVersion,scenario\n4.5.0,earthquake\n", ["line 2: invalid_scenario"]),
    ("wrapperVersion,count\n\"4.5.0,1\n4.6.0,1\n", ["line 2: invalid_line"]),
    ("platform,wrapperVersion\nios,\n", ["line 2: invalid_line"]),
    ("[1]", ["wrapper 1: invalid_line"]), ("[", ["file: invalid_line"]),
    (#"{"fleets":[]}"#, ["fleet: invalid_line"]),
    (#"[{"wrapperVersion":"4.5.0","colour":"red"}]"#, ["wrapper 1: invalid_line"]),
    (#"[{"wrapperVersion":"4.5.0","expect":[1]}]"#, ["wrapper 1: invalid_line"]),
  ])
  func `names every row that is wrong`(text: String, expected: [String]) {
    #expect(problems(text) == expected)
  }

  @Test(arguments: [
    (
      "platform,version,count\nios,4.5.0,1\n",
      "'version' is not a column, or is there twice; did you mean 'wrapperVersion'?"
    ),
    (
      "version,number\n4.5.0,1\n",
      "'version' is not a column, or is there twice; did you mean 'wrapperVersion'?"
    ),
    ("platform,count\nios,1\n", "the heading has no 'wrapperVersion'; the columns are "),
  ])
  func `says of a heading what is wrong with it`(text: String, detail: String) throws {
    let errors = try #require(throws: FieldErrors.self) { try FleetFile(parsing: Array(text.utf8)) }
    #expect(errors.errors.first?.detail.hasPrefix(detail) == true, "\(errors)")
    #expect(errors.errors.allSatisfy { $0.field == "line 1" }, "\(errors)")
  }

  @Test(arguments: [
    ("a,b", ["a", "b"]), (" a , b ", ["a", "b"]), (#""a,b",c"#, ["a,b", "c"]),
    (#""a ""quoted"" cell" , c"#, [#"a "quoted" cell"#, "c"]), ("a,", ["a", ""]), ("", [""]),
  ])
  func `splits a line into cells`(line: String, cells: [String]) {
    #expect(CSVLine(Substring(line))?.cells == cells)
  }
}
