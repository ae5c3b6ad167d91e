import { RUNNERS } from './command-kinds.ts'
import { type CommandWord, type SimpleCommand, simpleCommands } from './command-line.ts'
import { launcherOf } from './program-launchers.ts'
import { hasFolder, isAssignment, pastOptions, programName, type Started, startedBy } from './started-programs.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Programs that do nothing but run tests. */
const TEST_PROGRAMS = words(
  `pytest py.test unittest trial nose2 behave robot tox nox stestr jest vitest mocha ava tap tape uvu qunit jasmine karma wtr
   web-test-runner playwright cypress testcafe wdio cucumber cucumber-js bats shellspec prove busted ctest rspec minitest phpunit
   paratest pest codecept gotestsum ginkgo nextest llvm-cov tarpaulin vstest vstest.console nunit3-console invoke-pester eunit nose
   nosetests ward ert-runner elm-test kaocha llvm-lit lit twister nightwatch testem phpspec kahlan newman parallel_rspec parallel_test
   doctest espec`,
)

/** Test programs with commands of their own, some of which test nothing: `playwright install`, `cypress open`. */
const WITH_COMMANDS = words('playwright cypress vitest karma wdio tap codecept testcafe')
const OTHER_WORDS =
  /^(?:install|uninstall|codegen|open|show-report|show-trace|merge-reports|list|init|cache|verify|version|info|build|generate:\w+)$/

/** Programs that take a subcommand, besides the runners that patterns name. */
const MORE_RUNNERS = words(
  `rails sail artisan manage django mvnw sbt mill lein meson bazel bazelisk buck2 pants please xcodebuild zig cabal rush ng
   ember react-scripts vue-cli-service hardhat forge anchor truffle nimble gleam terraform tofu molecule dagger richgo inv cross
   wasm-pack scala-cli crystal gmake setup devbox clj clojure earthly`,
)

const GNU = /(?:^|(?<!-C) )(?:test|check|check-(?:all|world|TESTS)|distcheck|installcheck)(?= |$)/
const FIRST = /^(?:(?:move |do )?test|unittest|twister|units|sanity|flake check|CMD check)(?= |$)/
const FILE = /(?:^|[ /])(?:runtests\.jl|testthat\.R|\w+_test\.exs|ert-run-tests-batch(?:-and-exit)?|run_tests)(?= |$)/
const ALIKE = [
  ['make gmake ninja', GNU],
  [
    `ant scons waf mage raco opa dbt luarocks zef eldev bb sui aptos pio fastlane tuist detox maestro spago kyua promtool vcpkg build
   helm nix west r ansible-test`,
    FIRST,
  ],
  ['julia rscript elixir emacs swipl', FILE],
  ['cmake', /^--build .*(?:--target[ =]|-t )(?:test|check|check-all)(?= |$)/],
  ['rebar3', /(?:^| )(?:ct|eunit|proper)(?=[ ,]|$)/],
  ['stack', /^test(?= |$)|^(?:build|install)\b(?!.* --no-run-tests)(?:.* --test(?= |$)|.* \S*:\S*tests?(?= |$))/],
  ['dune', /^(?:test|runtest)(?= |$)|^build .*@(?:\S*\/)?(?:runtest|test)(?= |$)/],
] as const
/** Programs with their own words for testing, searched for in their arguments: `make check` tests, `make check-format` does not. */
const OWN_WORDS = new Map<string, RegExp>(ALIKE.flatMap(([names, own]) => [...words(names)].map((name) => [name, own])))

/** The subcommand of such a program, if it runs tests. */
const TEST_TASK = /^(?:tests?|specs?|e2e|coverage|unittest|testonly|testquick|testall|runtest|runtests|eunit)$/
/** `npm run build:test`, `rake db:test:prepare` and `npm run test:watch-setup` test nothing. */
const OTHER_PART =
  /^(?:db|build|lint|compile|format|fmt|clean|typecheck|types|install|docker|make|prepare|setup|dev|start|serve|deploy|seed|report)$/
/** First words after which a name is a package or a branch: `npm install jest`. */
const NO_RUN =
  /^(?:add|install|i|remove|uninstall|rm|un|view|info|show|ls|list|outdated|init|new|create|generate|g|why|up|update|upgrade|publish|pip|console|server|runner|make:\w+|db:\S+)$/
const MAVEN = /^(?:verify|install|package|deploy|integration-test)$/
const GRADLE = /^(?:test[A-Z]\w*|\w+Test|check|connectedCheck)$/
const SKIPPED = /^-D(?:skipTests|skipITs|maven\.test\.skip)(?:=true)?$/
const MOST_TASKS = 3

/** Options that make a test program do something else. */
const NOT_RUN =
  /^(?:--version|--help|-h|--stop|--list|--list-?tests|--init|--dry-run|--collect-only|--co|--no-run|--just-print|--recon|--show-only(?:=.*)?|-list|--fixtures|--markers|--showConfig|--clearCache)$/i
const NOT_RUN_BY: Readonly<Record<string, RegExp>> = { ctest: /^-N$/, tox: /^-l$/, nox: /^-l$/, make: /^-n$/ }

const INTERPRETER = /^(?:python[\d.]*|pypy\d?|ruby|php|perl|node|deno|bun|tsx|(?:ba|z|da|k)?sh)$/
/** `run_tests.sh` in any folder, `test.sh` only after a folder. */
const TEST_SCRIPT = /^run[-_]?(?:all|unit|integration|e2e|smoke)?[-_]?tests?$|^(?:run-)?(?:unit|all|e2e)[-_]tests?$/i
const TEST_FILE = /^test_\w+\.(?:py|rb)$|[._-](?:test|spec)\.\w+$|\w\.t$/
const SCRIPT_END = /\.(?:[cm]?[jt]s|py|rb|php|phar|sh|bash|zsh|ps1|pl)$/

/** Whether a program that is started runs tests: `pytest`, `cargo nextest run`, `python manage.py test`, `./scripts/run-tests.sh`. */
export function runsTests({ program = '', args, text }: Started): boolean {
  if (args.some((word) => NOT_RUN.test(word.text) || NOT_RUN_BY[program]?.test(word.text))) return false
  const name = program.replace(SCRIPT_END, '')
  const plain = plainWords(name, args)
  if (TEST_PROGRAMS.has(name)) return !(WITH_COMMANDS.has(name) && OTHER_WORDS.test(plain[0] ?? ''))
  if (OWN_WORDS.get(name)?.test(args.map((word) => word.text).join(' '))) return true
  if (isTestScript(text.split(' ')[0]!, program)) return true
  const inside = interpreted(program, args)
  if (inside !== undefined) return runsTests(inside)
  if (/^(?:rscript|r|julia)$/.test(program)) return args.some((word) => /\btest(?:_\w+)?\(/.test(word.text))
  return (RUNNERS.has(name) || MORE_RUNNERS.has(name)) && isToldToTest(name, plain, args)
}

function isToldToTest(name: string, plain: readonly string[], args: readonly CommandWord[]): boolean {
  if (NO_RUN.test(plain[0] ?? '') || args.some(({ text }) => SKIPPED.test(text))) return false
  const isGradle = name === 'gradle' || name === 'gradlew'
  const isMaven = name === 'mvn' || name === 'mvnw'
  if (args.some(({ text }) => /^(?:--targets?=|-[MXA]:).*\btest/.test(text))) return true
  return plain.slice(0, MOST_TASKS).some((word, at) => {
    if (at === 0 && /^(?:t|tst)$/.test(word)) return name === 'npm' || name === 'cargo'
    if (name === 'go' && plain[0] === 'run' && TEST_PROGRAMS.has(programName(word.replace(/@.*/, '')))) return true
    if (TEST_PROGRAMS.has(word) || (isMaven && MAVEN.test(word))) return true
    if (isGradle && GRADLE.test(word.slice(word.lastIndexOf(':') + 1))) return true
    const parts = word.toLowerCase().split(/[\s:._/+-]+/)
    return parts.some((part) => TEST_TASK.test(part)) && !parts.some((part) => OTHER_PART.test(part))
  })
}

/** The words of a program that are not options; for Gradle, without excluded tasks. */
function plainWords(name: string, args: readonly CommandWord[]): string[] {
  const isLeftOut = (at: number) => name.startsWith('gradle') && args[at - 1]?.text === '-x'
  return args.filter(({ text }, at) => !text.startsWith('-') && !isLeftOut(at)).map(({ text }) => text)
}

function isTestScript(first: string, program: string): boolean {
  if (TEST_FILE.test(program) || TEST_SCRIPT.test(program.replace(SCRIPT_END, ''))) return true
  return hasFolder(first) && /^tests?$/.test(program.replace(SCRIPT_END, ''))
}

/** The program that an interpreter runs: `python -m pytest`, `php artisan test`, `coverage run -m pytest`. */
function interpreted(program: string, args: readonly CommandWord[]): Started | undefined {
  const isCoverage = program === 'coverage' && args[0]?.text === 'run'
  if (!isCoverage && !INTERPRETER.test(program)) return undefined
  const rest = isCoverage ? args.slice(1) : args
  const module = rest.findIndex(({ text }) => text === '-m')
  const at = module === -1 ? pastOptions(rest, 0, ['-I', '-r', '-W', '-X', '-d']) : module + 1
  const [first, ...inner] = rest.slice(at)
  if (first === undefined || (module === -1 && !isFile(first.text))) return undefined
  return { program: programName(first.text), args: inner, text: first.text }
}

function isFile(text: string): boolean {
  return hasFolder(text) || SCRIPT_END.test(text) || text === 'artisan'
}

const CONTAINERS = /^(?:docker|podman|nerdctl)(?:-compose)?$/
/** Their options that take a value in the next word. */
const CONTAINER_OPTIONS = [
  ...words(
    `-e --env --env-file -u --user -w --workdir -v --volume -p --publish --name --network --entrypoint -f --file --index --platform
     --mount -m --memory --cpus -l --label --add-host --hostname --gpus --pull --shm-size`,
  ),
]
const SSH_OPTIONS = [...words('-p -i -o -l -F -J -L -R')]

/** The programs that commands start, also inside containers, on other machines, and under coverage programs; those are named by their whole line. */
export function programsIn(commands: readonly SimpleCommand[]): Started[] {
  return [...startedBy(commands), ...commands.flatMap(ownTests)].flatMap((outer) => [
    outer,
    ...programsIn(insideOf(outer)).map((inner) => ({ ...inner, text: outer.text })),
  ])
}

function insideOf({ program = '', args }: Started): SimpleCommand[] {
  const rest = wordsInside(program, args)
  if (rest.length === 0) return []
  if (program === 'ssh') return simpleCommands(rest.map(({ text }) => text).join(' '))
  return [{ words: rest, piped: false }]
}

function wordsInside(program: string, args: readonly CommandWord[]): readonly CommandWord[] {
  const after = (word: RegExp) => args.findIndex(({ text }) => word.test(text)) + 1
  const run = after(/^(?:exec|run)$/)
  if (CONTAINERS.test(program)) return run === 0 ? [] : args.slice(pastOptions(args, run, CONTAINER_OPTIONS) + 1)
  if (/^(?:kubectl|oc|opam|devcontainer)$/.test(program))
    return run === 0 ? [] : args.slice(after(/^--$/) || args.length)
  if (program === 'ssh') return args.slice(pastOptions(args, 0, SSH_OPTIONS) + 1)
  if (program === 'elixir') return args.slice(after(/^-S$/) || args.length)
  return /^(?:c8|nyc|ddev|lando)$/.test(program) ? args.slice(pastOptions(args, run)) : []
}

/** `node --test`: in all other cases node only starts the program that counts. */
function ownTests({ words: all }: SimpleCommand): Started[] {
  const at = all.findIndex(({ text }) => text === 'node' || text === 'tsx')
  const isStarted = all
    .slice(0, at)
    .every((word) => isAssignment(word) || launcherOf(word.text) || /^[\d-]/.test(word.text))
  if (at === -1 || !isStarted || all.slice(at).every(({ text }) => text !== '--test')) return []
  return [
    {
      program: 'mocha',
      args: all.slice(at + 1),
      text: all
        .slice(at)
        .map(({ text }) => text)
        .join(' '),
    },
  ]
}
