import { describe, expect, it } from 'vitest'
import { growthProblem, repeated } from '../../../fuzz/growth.ts'
import { edited, type LivedStep, prompt, ran, said, sessionFacts } from '../../../test/worlds/session.ts'
import { mineSession } from './mine-session.ts'
import type { KnownBefore, Seen } from './mined.ts'
import { stepsOf } from './session.ts'

const NOBODY: KnownBefore = { snags: new Map(), checks: new Map() }
const mined = (steps: LivedStep[], known = NOBODY) =>
  mineSession(stepsOf(sessionFacts(steps)), known).map(({ as, lesson }) => `${as}: ${lesson}`)
const ask = prompt('Make the login work')
const MISSING = "Error: Cannot find module '../dist/index.js'"

describe('error and fix', () => {
  it('a command that has to run first', () => {
    expect(
      mined([ask, ran('npm test 2>&1 | tail', 'failed', MISSING), ran('npm run build'), ran('npm test')]),
    ).toEqual([
      `error-fix: Run \`npm run build\` before \`npm test\`, which otherwise fails with "Cannot find module '../dist/index.js'".`,
    ])
  })

  it('a service that has to be up, though code was changed in between', () => {
    const refused = 'Error: connect ECONNREFUSED 127.0.0.1:5432'
    const steps = [
      ask,
      ran('npm test', 'failed', refused),
      edited('src/a.ts'),
      ran('docker compose up -d db'),
      ran('npm test'),
    ]
    expect(mined(steps)).toEqual([
      `error-fix: Run \`docker compose up -d db\` before \`npm test\`, which otherwise fails with "connect ECONNREFUSED :5432".`,
    ])
  })

  it('nothing that had been run before it failed', () => {
    const steps = [
      ask,
      ran('npm run build'),
      ran('npm test', 'failed', MISSING),
      ran('npm run build'),
      ran('npm test'),
    ]
    expect(mined(steps)).toEqual([])
  })

  it('nothing where a changed file may have mended it as well', () => {
    const steps = [
      ask,
      ran('npm test', 'failed', MISSING),
      edited('.gitattributes'),
      ran('npm run build'),
      ran('npm test'),
    ]
    expect(mined(steps)).toEqual([])
  })

  it('no setting that the agent itself had just written', () => {
    const steps = (own: LivedStep[]) => [
      ask,
      ...own,
      ran('docker build .', 'failed', 'ERROR: failed to solve: "/requirements.txt": not found'),
      edited('Dockerfile'),
      ran('docker build .'),
    ]
    expect(mined(steps([]))).toHaveLength(1)
    expect(mined(steps([edited('Dockerfile')]))).toEqual([])
  })

  it('no other deed of the same program', () => {
    const refused = 'error: failed to push some refs to origin'
    const steps = [ask, ran('git push', 'failed', refused), ran('git pull --rebase'), ran('git push')]
    expect(mined(steps)).toEqual([])
  })

  it('no question that was put in other words', () => {
    const table = 'Error: in prepare, no such table: shop'
    const steps = [
      ask,
      ran('sqlite3 dev.db "select count(*) from shop"', 'failed', table),
      ran('sqlite3 dev.db "select count(*) from shops"'),
    ]
    expect(mined(steps)).toEqual([])
  })

  it('another form of the command', () => {
    const steps = [ask, ran('pytest', 'failed', 'bash: pytest: command not found'), ran('uv run pytest')]
    expect(mined(steps)).toEqual([
      'error-fix: Use `uv run pytest`, not `pytest`, which fails here with "pytest: command not found".',
    ])
  })

  it('the one deed in between, whatever it is called', () => {
    const failure = 'CMake Error at CMakeLists.txt:21 (add_subdirectory):'
    const steps = [
      ask,
      ran('cmake -S . -B build', 'failed', failure),
      ran('cat .gitmodules'),
      ran('git submodule update --init'),
      ran('cmake -S . -B build'),
    ]
    expect(mined(steps)).toEqual([
      `error-fix: Run \`git submodule update --init\` before \`cmake -S . -B build\`, which otherwise fails with "CMake error in CMakeLists.txt".`,
    ])
    expect(mined([ask, steps[1]!, ran('make tools'), ...steps.slice(3)])).toEqual([])
  })

  it('one setting', () => {
    const failure = 'ReferenceError: document is not defined'
    const change = edited('vitest.config.ts', { added: "environment: 'jsdom'," })
    expect(mined([ask, ran('npx vitest run', 'failed', failure), change, ran('npx vitest run')])).toEqual([
      `error-fix: When \`npx vitest run\` fails with "document is not defined", look at \`vitest.config.ts\`: \`environment: 'jsdom',\` there fixed it.`,
    ])
  })

  it.each<[string, LivedStep[]]>([
    [
      'a word spelt right',
      [
        ran('pytest --cov-reprot=term', 'failed', 'error: unrecognized arguments: --cov-reprot=term'),
        ran('pytest --cov-report=term'),
      ],
    ],
    [
      'a program spelt right',
      [ran('gti status -s', 'failed', 'bash: gti: command not found'), ran('git status -s')],
    ],
    [
      'asking for less',
      [
        ran('composer require a/b', 'failed', 'Fatal: requirements could not be resolved'),
        ran('composer require a/b --ignore-platform-reqs'),
      ],
    ],
    [
      'a rule that was switched off',
      [
        ran('npm run lint', 'failed', 'Error: Cannot find module eslint-plugin-a'),
        edited('.eslintrc.cjs', { added: "'a/b': 'off'," }),
        ran('npm run lint'),
      ],
    ],
    [
      'code that was mended',
      [ran('npm test', 'failed', 'AssertionError: expected 1 to be 2'), edited('src/a.ts'), ran('npm test')],
    ],
    ['a test that passes by itself the second time', [ran('npm test', 'failed', MISSING), ran('npm test')]],
    [
      'looking around in between',
      [ran('npm test', 'failed', MISSING), ran('cat package.json'), ran('git status'), ran('npm test')],
    ],
    ['a narrower run', [ran('npm test', 'failed', '1 failed'), ran('npm test -- src/a.test.ts')]],
    [
      'dependencies that were simply not there',
      [ran('npm test', 'failed', "Cannot find module 'zod'"), ran('npm install zod'), ran('npm test')],
    ],
    [
      'a search that finds nothing',
      [
        ran('grep -r foo src', 'failed', 'grep: src: No such file or directory'),
        ran('npm run build'),
        ran('grep -r foo src'),
      ],
    ],
    [
      'what never passed',
      [ran('npm test', 'failed', MISSING), ran('npm run build'), ran('npm test', 'failed', MISSING)],
    ],
  ])('%s is no lesson', (_, steps) => {
    expect(mined([ask, ...steps])).toEqual([])
  })
})

describe('what a person corrects', () => {
  const correctedBy = (text: string, deed = ran('npm install zod')) =>
    mined([ask, edited('src/a.ts'), deed, said('Done.'), prompt(text), edited('src/a.ts')])

  it.each([
    ['no, use pnpm here', 'Use pnpm here, not `npm install zod`.'],
    ['No. We always use pnpm in this repo, never npm.', 'We always use pnpm in this repo, never npm.'],
    [
      "Stop! Don't edit generated files, change the template instead.",
      "Don't edit generated files, change the template instead.",
    ],
    ['hm, why npm? we use pnpm in this project', 'We use pnpm in this project.'],
    ['no mocks in integration tests please', 'No mocks in integration tests.'],
    ['you should use the shared logger, not console.log', 'Use the shared logger, not console.log.'],
    ['pnpm please', 'Use pnpm here, not `npm install zod`.'],
    ['Vitest, not jest.', 'Use Vitest, not jest in this repository.'],
    ['use the logger, we dont print', 'Use the logger, we dont print.'],
    ['we dont print', 'We dont print here, in this repository.'],
    [
      'Nice! One thing: in UI copy we say "customer", never "user" — users are our staff.',
      'In UI copy we say "customer", never "user".',
    ],
    [
      'a small thing that nobody wrote down: dates are never strings in our code, always use the Day type',
      'Dates are never strings in our code, always use the Day type.',
    ],
    ['dates are always stored in UTC', 'Dates are always stored in UTC.'],
    ['use date-fns instead of moment', 'Use date-fns instead of moment.'],
    ['as I said, we moved to vitest last year', 'We moved to vitest last year.'],
    [
      "there's already a helper for that in src/money.ts",
      "There's already a helper for that in src/money.ts.",
    ],
    ['stop adding comments to tests', 'Stop adding comments to tests.'],
    ['ask me before adding dependencies', 'Ask me before adding dependencies.'],
    ['feature flags live in config/flags.ts', 'Feature flags live in config/flags.ts.'],
    ['wrong one. this is a pnpm workspace', 'This is a pnpm workspace.'],
    ['API handlers must not throw, return a Result', 'API handlers must not throw, return a Result.'],
    ['error messages should be lower case', 'Error messages should be lower case.'],
    ['dates are ISO strings here', 'Dates are ISO strings here.'],
    ['never commit directly to main', 'Never commit directly to main.'],
    [
      'Please use named exports, not default exports in our code',
      'Use named exports, not default exports in our code.',
    ],
  ])('%s', (text, rule) => {
    expect(correctedBy(text)).toEqual([`correction: ${rule}`])
  })

  it.each([
    'no, the other file',
    "don't do that",
    "wait, don't push yet",
    'make the button blue instead',
    'looks good, thanks',
    'why did you use npm?',
    "don't worry about the tests for now",
    'now add a test for the logout',
    'use the second option',
    'the spinner never stops',
    'tests are green now',
    'the dates should be blue',
    'it always shows a 404',
    'use a map instead of an array',
    'the button must be blue',
    'no idea why that fails',
    'we need to fix the header too',
    'no problem, go on',
    'ah never mind then, always the same',
    'npm please',
    'left, not right',
    'make it a link again, and it should never wrap',
    'no, rename it to userName',
    'ok run the tests',
    'I think we should look at the login first',
  ])('%s is no rule', (text) => {
    expect(correctedBy(text)).toEqual([])
  })

  it.each([
    [
      "Don't touch CHANGELOG.md, it is generated at release. In this repo every change gets a changeset instead.",
      "Don't touch CHANGELOG.md, it is generated at release; in this repo every change gets a changeset instead.",
    ],
    [
      'no no. nothing under gen/ gets edited by hand, ever. edit the .proto and run `buf generate`',
      'Nothing under gen/ gets edited by hand, ever; edit the .proto and run `buf generate`.',
    ],
    [
      'It is good but in this project we are not using Mockito. Always take the fakes from testFixtures',
      'In this project we are not using Mockito; always take the fakes from testFixtures.',
    ],
  ])('a ban and what to do instead are one rule: %s', (text, rule) => {
    expect(correctedBy(text)).toEqual([`correction: ${rule}`])
  })

  it.each([
    "sure, from now on let's always deploy on friday, what could go wrong",
    'the others would say "always use bazel, never add npm scripts"',
    'if we ever went monorepo we would have to use pnpm and never hoist',
    'never would have guessed',
  ])('%s is not meant as a rule', (text) => {
    expect(correctedBy(text)).toEqual([])
  })

  it('what the agent did not take up teaches nothing, unless the reason was given', () => {
    const told = [ask, ran('npm install zod'), prompt('We always use pnpm in this repo')]
    expect(mined([...told, ran('ls'), said('Noted.')])).toEqual([])
    expect(mined([...told, ran('git add .')])).toEqual([])
    expect(mined([...told, ran('pnpm add zod', 'denied')])).toEqual([])
    expect(mined([...told, ran('pnpm add zod')])).toHaveLength(1)
    expect(mined([...told, prompt('and the logout?'), ran('pnpm add zod')])).toEqual([])
    const reasoned = prompt('We always use pnpm in this repo, because npm breaks the links')
    expect(mined([...told.slice(0, 2), reasoned])).toHaveLength(1)
  })

  it('what a session begins with is a task', () => {
    expect(mined([prompt('We always use pnpm in this repo'), ran('pnpm test')])).toEqual([])
  })

  it('what we put into the prompt ourselves teaches nothing', () => {
    expect(correctedBy('<mettle>\n- We always use pnpm in this repo, never npm.\n</mettle>\nthanks')).toEqual(
      [],
    )
  })

  it('what holds a secret is not kept', () => {
    const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    expect(correctedBy(`we always use the token ${token} in this repo`)).toEqual([])
  })
})

describe('what a person refuses or has put back', () => {
  it('with the reason', () => {
    const steps = [
      ask,
      ran('git push origin main', 'denied'),
      prompt('No, we never push to main, open a pull request.'),
    ]
    expect(mined(steps)).toEqual([
      'denied: We never push to main, open a pull request (`git push origin main` was refused).',
    ])
  })

  it('with what to do instead', () => {
    const steps = [ask, ran('psql prod -c "select 1"', 'denied'), prompt('use the staging database')]
    expect(mined(steps)).toEqual([
      'denied: Use the staging database (`psql prod -c "select 1"` was refused).',
    ])
  })

  it('with what is good enough', () => {
    const steps = [
      ask,
      ran('rm -rf ~/.cache/bazel', 'denied'),
      prompt('Never wipe the cache, it takes an hour. `bazel clean` is enough.'),
    ]
    expect(mined(steps)).toEqual([
      'denied: Never wipe the cache, it takes an hour; `bazel clean` is enough (`rm -rf ~/.cache/bazel` was refused).',
    ])
  })

  it('without a reason it teaches nothing', () => {
    expect(mined([ask, ran('git push origin main', 'denied'), prompt('go on with the logout')])).toEqual([])
  })

  it('a change that was put back, and why', () => {
    const steps = [
      ask,
      edited('src/gen/api.ts'),
      prompt('undo it'),
      ran('git checkout -- src/gen/api.ts'),
      prompt("don't touch generated files"),
    ]
    expect(mined(steps)).toEqual([
      "denied: Don't touch generated files (a change of `src/gen/api.ts` was put back).",
    ])
  })

  it('a rule that led to putting it back is a correction', () => {
    const text = "revert that, don't touch generated files. Change the template and run make client"
    const steps = [
      ask,
      edited('src/gen/api.ts'),
      said('Done.'),
      prompt(text),
      ran('git checkout src/gen/api.ts'),
    ]
    const lesson = "correction: Don't touch generated files; change the template and run make client."
    expect(mined(steps)).toEqual([lesson])
    const later = "don't push on fridays"
    expect(mined([...steps, prompt(later)])).not.toContainEqual(expect.stringMatching(/^denied/))
    expect(mined([ask, edited('a.ts'), prompt('undo it'), ran('git checkout a.ts'), prompt(later)])).toEqual([
      "denied: Don't push on fridays (a change of `a.ts` was put back).",
    ])
  })

  it('in the words that the client hands on', () => {
    const denied = {
      ...ran('terraform apply', 'denied'),
      output: 'Rejected. The user said: never apply from a laptop',
    }
    expect(mined([ask, denied])).toEqual([
      'denied: Never apply from a laptop (`terraform apply` was refused).',
    ])
  })

  it("another's change that was put back says nothing", () => {
    const steps = [ask, edited('a.ts'), prompt('thanks'), ran('git checkout -- b.ts')]
    expect(mined(steps)).toEqual([])
  })
})

describe('what recurs', () => {
  const steps = [ask, ran('npm run e2e', 'failed', "Error: browserType.launch: Executable doesn't exist")]
  const known = (seen: Seen): KnownBefore => ({
    snags: new Map([['r1-2', seen]]),
    checks: new Map([['r1-2', seen]]),
  })

  it('is told when another session met it too', () => {
    expect(mined(steps, known({ sessions: 2, times: 3 }))[0]).toBe(
      'recurring-failure: `npm run e2e` keeps failing in this repository with "an executable does not exist".',
    )
    expect(mined(steps, known({ sessions: 1, times: 3 }))).toEqual([])
  })

  it('is not told where it names nothing but how many tests failed', () => {
    const counted = [ask, ran('yarn jest invoice', 'failed', 'Tests: 3 failed, 12 passed, 15 total')]
    expect(mined(counted, known({ sessions: 4, times: 9 }))).toEqual([])
  })

  it('is told with what mended it', () => {
    const mended = [...steps, ran('npx playwright install chromium'), ran('npm run e2e')]
    expect(mined(mended, known({ sessions: 2, times: 3 }))[0]).toMatch(
      /; `npx playwright install chromium` fixes it\.$/,
    )
  })

  it('the command that really tests is told when it passed three times in two sessions', () => {
    const tested = [ask, ran('pnpm test:unit src/a.test.ts')]
    const told = 'repository-command: Run the tests of this repository with `pnpm test:unit`.'
    expect(mined(tested, known({ sessions: 2, times: 3 }))).toEqual([told])
    expect(mined(tested, known({ sessions: 1, times: 9 }))).toEqual([])
    expect(mined(tested, known({ sessions: 2, times: 2 }))).toEqual([])
  })
})

describe('a lesson stands on', () => {
  const ground = (...steps: LivedStep[]) =>
    mineSession(stepsOf(sessionFacts([ask, ...steps])), NOBODY).map(({ as, facts, command, files }) => ({
      as,
      facts,
      ...(command === undefined ? {} : { command }),
      ...(files === undefined ? {} : { files }),
    }))

  it('the deed that a person corrected and their words, with what was changed before them', () => {
    const rule = prompt('We never use npm in this repository, use pnpm')
    expect(ground(edited('a.ts'), ran('npm install'), rule, ran('pnpm install'))).toEqual([
      { as: 'correction', facts: ['r1-3', 'r1-4'], command: 'npm install', files: ['a.ts'] },
    ])
    const other = prompt('We never write var in this repository')
    expect(ground(edited('a.ts'), edited('b.ts'), other, edited('a.ts'))).toEqual([
      { as: 'correction', facts: ['r1-3', 'r1-4'], files: ['a.ts', 'b.ts'] },
    ])
    expect(ground(ran('npm install'), rule, ran('pnpm install'))).toEqual([
      { as: 'correction', facts: ['r1-2', 'r1-3'], command: 'npm install' },
    ])
  })

  it('the command or the edit that a person refused, and their words', () => {
    const reason = prompt('No, we never push to main, open a pull request.')
    expect(ground(ran('git push origin main', 'denied'), reason)).toEqual([
      { as: 'denied', facts: ['r1-2', 'r1-3'], command: 'git push origin main' },
    ])
    const generated = prompt("don't touch generated files")
    expect(ground(edited('gen/api.ts', { ended: 'denied' }), generated)).toEqual([
      { as: 'denied', facts: ['r1-2', 'r1-3'], files: ['gen/api.ts'] },
    ])
  })

  it('the command that put a change back, with the files of the change', () => {
    const steps = [
      edited('gen/api.ts'),
      prompt('undo it'),
      ran('git checkout -- gen/api.ts'),
      prompt("don't touch generated files"),
    ]
    expect(ground(...steps)).toEqual([
      {
        as: 'denied',
        facts: ['r1-4', 'r1-5'],
        command: 'git checkout -- gen/api.ts',
        files: ['gen/api.ts'],
      },
    ])
  })
})

it('keeps at most five, what people said first', () => {
  const corrected = Array.from({ length: 7 }, (_, n) => [
    edited('src/a.ts'),
    prompt(`We never use tool${n} for job${n} in module${n}`),
  ]).flat()
  const lessons = mined([ask, ...corrected, edited('src/a.ts')])
  expect(lessons).toHaveLength(5)
  expect(lessons.every((lesson) => lesson.startsWith('correction'))).toBe(true)
})

describe('a long session', () => {
  const MANY: Readonly<Record<string, (line: string, at: number) => LivedStep>> = {
    prompts: (line) => prompt(`We never use ${line}`),
    edits: (_line, at) => edited(`src/${at}.ts`, { added: `a${at}`, removed: `b${at}` }),
    'commands that fail, each another': (_line, at) => ran(`npm run job${at}`, 'failed', MISSING),
    'refused commands': (_line, at) => ran(`npm run job${at}`, 'denied'),
  }

  it.each(Object.keys(MANY))('takes work in proportion to its length, of %s', async (kind) => {
    const check = (text: string) => mined(text.split('\n').map((line, at) => MANY[kind]!(line, at)))
    expect(await growthProblem({ check }, repeated('tool\n'), 32_768)).toBeUndefined()
  })

  it('knows a command again that passes some steps later, and not one that passes after hundreds', () => {
    const between = (n: number) => Array.from({ length: n }, () => ran('git status'))
    const lived = (n: number) => [
      ask,
      ran('npm test', 'failed', MISSING),
      ran('npm run build'),
      ...between(n),
      ran('npm test'),
    ]
    expect(mined(lived(50))).toHaveLength(1)
    expect(mined(lived(500))).toEqual([])
  })
})
