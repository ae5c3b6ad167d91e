import { describe, expect, it } from 'vitest'
import {
  cueInPrompt,
  hasFailed,
  isAskDue,
  isCure,
  lastingSentence,
  statesFact,
  triedIn,
  workOf,
} from './lesson-cues.ts'

describe('what a prompt may teach', () => {
  it.each([
    ['rule', 'Always run the formatter before a commit'],
    ['rule', 'never push to the release branch'],
    ['rule', "the tests may stay, also don't number the chapters"],
    ['rule', 'prefer small modules'],
    ['rule', 'we use bun for the scripts'],
    ['rule', 'Please use the wrapper for requests'],
    ['rule', 'write strings instead of templates there.'],
    ['rule', 'bitte nie direkt auf main'],
    ['rule', 'on ne pousse jamais le vendredi'],
    ['rule', '不要直接推送到主分支'],
    ['correction', 'no, the port is another one'],
    ['correction', 'hmm, I just checked and none of the rows has a date'],
    ['correction', 'formatter first maybe?'],
    ['correction', 'the cache is already warm at that point'],
    ['rule', 'can you note that in AGENTS.md?'],
    ['rule', 'the server should be the source of truth here'],
    ['rule', 'can we stick to one branch for each ticket'],
    ['correction', "isn't there a helper for dates?"],
    ['correction', 'are those mocks really checking anything?'],
    ['correction', "what's the source for this flag?"],
    ['correction', 'are we sure the index is used?'],
    ['correction', 'wondering why the parser runs twice'],
    ['correction', 'warum nicht mit dem vorhandenen Client?'],
    ['correction', '为什么不用现有的客户端'],
    ['rule', 'every bucket needs an owner tag'],
    ['rule', 'the rollback job only runs on the runner'],
    ['rule', 'we squash, one commit is enough'],
    ['rule', 'souviens-toi du format des dates'],
    ['rule', 'keine Umlaute in den Dateinamen'],
    ['rule', 'Migrationen nicht direkt ausführen'],
    ['rule', "on n'importe pas le client dans les vues"],
    ['rule', 'hay que cerrar la sesión antes de borrar'],
    ['rule', 'sempre rode o linter'],
    ['rule', 'non committare mai le chiavi'],
    ['rule', 'gebruik nooit de oude client'],
    ['rule', '必ず型をつけてください'],
    ['rule', '배포 전에 반드시 테스트해줘'],
    ['rule', 'никогда не пиши в эту таблицу'],
    ['correction', 'start the broker first or the worker gets no jobs'],
    ['correction', 'the index goes into search.sql'],
    ['correction', 'the timeout is 30s, not 5s'],
    ['correction', 'fyi the sandbox has no mail'],
    ['correction', 'das gehört in den Adapter'],
    ['correction', 'ça se range dans les adaptateurs, pas dans les vues'],
    ['correction', 'can we use a queue instead of that polling loop?'],
    ['correction', 'is the limit a setting or should we make it one?'],
    ['correction', 'but what happens with two workers?'],
    ['reverted', 'undo the last two edits'],
    [undefined, 'which specs are flaky?'],
    [undefined, 'what goes in the sidebar?'],
    [undefined, "no that's fine"],
    [undefined, 'btw can you also sort the list'],
    [undefined, 'kannst du das Feld nicht finden?'],
    [undefined, 'il faut ajouter un champ'],
    [undefined, 'フィルターを追加して'],
    [undefined, 'добавь фильтр'],
    [undefined, 'you can always ask for the file'],
    [undefined, 'never mind that one'],
    [undefined, 'could you make it blue instead of red?'],
    [undefined, 'I think and do not know yet'],
    [undefined, 'commit and push'],
    [undefined, 'npm ERR! never run this as root, always use a user\nfix it'],
    [undefined, 'what does the exporter write?'],
    [undefined, 'is the cache used anywhere?'],
    [undefined, 'Add a header to the start page'],
  ])('%s: %s', (notice, text) => {
    expect(cueInPrompt(text, { isFirst: false })).toBe(notice)
  })

  it('the first prompt corrects and takes back nothing', () => {
    expect(cueInPrompt('no, the port is another one', { isFirst: true })).toBeUndefined()
    expect(cueInPrompt('undo the last two edits', { isFirst: true })).toBeUndefined()
    expect(cueInPrompt('Always run the formatter', { isFirst: true })).toBe('rule')
  })
})

describe('the sentence that is to last', () => {
  it.each([
    ['no, please use the wrapper for all requests', 'Use the wrapper for all requests.'],
    ['(the database should be the source of truth)', 'The database should be the source of truth.'],
    ['Never edit files under gen/. They are written by make.', 'Never edit files under gen/.'],
    ["I'd like to work test first", undefined],
    ["ok. From now on I'd like one commit for each migration", "From now on I'd like one commit for each migration."],
    ["let's not mock the clock in the tests", "Let's not mock the clock in the tests."],
    ['we never log request bodies :)', 'We never log request bodies.'],
    ['Bitte immer die Übersetzungen mitpflegen', 'Bitte immer die Übersetzungen mitpflegen.'],
    ['il ne faut jamais lancer les migrations en prod', 'Il ne faut jamais lancer les migrations en prod.'],
    ['nunca uses print en los servicios', 'Nunca uses print en los servicios.'],
    ['不要直接修改生成的文件', '不要直接修改生成的文件.'],
    ["this shouldn't be a thing", undefined],
    ["don't check this in", undefined],
    ["we don't need to release", undefined],
    ["let's use a smaller font for now", undefined],
    ["I'd like to refactor the loader rather than patch it", undefined],
    ['for example, the user should never see the id', undefined],
    ['instead of "Saved just now" we should say "Saved".', undefined],
    ['it always lists the deleted rows below each group', undefined],
    ['the jobs are failing on the runner, never on my machine', undefined],
    [
      'OrderService.findAll should not load every row into memory because the caller of loadOrders only reads the first page of them',
      undefined,
    ],
    [
      'good. one rule: never log a parcel id in plain text here, mask it with maskParcel() first',
      'One rule: never log a parcel id in plain text here, mask it with maskParcel() first.',
    ],
    [
      'never call loadOrders in a handler, the wrapper in src/orders already reads them in batches of fifty',
      'Never call loadOrders in a handler, the wrapper in src/orders already reads them in batches of fifty.',
    ],
    ['new rule: never push to main here', 'New rule: never push to main here.'],
    ['one rule: never do that', undefined],
    ['one thing: never mind the failing test of maskParcel for now, the fixture is not there', undefined],
    [
      'OrderService.findAll: never closes the cursor that loadOrders opens, which leaks one connection for every request',
      undefined,
    ],
    ['never push here', undefined],
    ['pnpm WARN deprecated: please always use the new client from now on\nfix that', undefined],
    ['[11:24] kim: please always ping me before you drop a table\nsummarise this chat', undefined],
  ])('%s', (text, lesson) => {
    expect(lastingSentence(text)).toBe(lesson)
  })
})

describe('a plain statement', () => {
  it.each([
    'hmm, the exporter keeps its own copy of the settings',
    'my account on the tracker is ada-l',
    'yeah it makes no sense to tag a broken build',
    'the rows come back unsorted there, can we sort them?',
    'the worker gets the token from the vault, right?',
    "why can't we read the plain file?",
    'die Jobs laufen auf dem Runner',
    'los textos van en el catálogo',
    '時刻はUTCで保存する',
    'отчёты строятся ночью',
  ])('is noticed: %s', (text) => {
    expect(statesFact(text)).toBe(true)
  })

  it.each([
    'commit and push',
    'Add a header to the start page',
    'can you explain how the cache works?',
    'yes please',
    'let us rename the two helpers and run the tests',
    'Error: the cache is cold\n    at run (src/a.ts:3:1)',
  ])('is not: %s', (text) => {
    expect(statesFact(text)).toBe(false)
  })
})

describe('a call that failed for how it was called', () => {
  const shell = (command: string, ended: string, output: string) => ({
    name: 'Bash',
    kind: 'shell',
    command,
    ended,
    output,
  })
  const none = '?   \tshop/orders\t[no test files]'

  it.each([
    ['by its exit code', shell('docker compose logs shop', 'failed', 'no such service: shop'), true],
    ['behind a pipe that hides its exit code', shell('go test ./orders 2>&1 | tail -20', 'passed', none), true],
    [
      'with an exit code that is thrown away',
      shell('npm run e2e || true', 'passed', 'npm error Missing script: "e2e"'),
      true,
    ],
    ['but one that passed says what it found', shell('go test ./orders', 'passed', none), false],
    ['a long output says more than that', shell('go test ./... | tail -400', 'passed', none.padEnd(1_300, '.')), false],
    ['a failing test is of the day', shell('go test ./orders', 'failed', '--- FAIL: TestTotal\nnot found'), false],
    ['words of an error in what was looked for', shell('make list | grep err', 'passed', 'error: not found'), false],
  ])('%s', (_, step, isTried) => {
    expect(triedIn(step) !== undefined).toBe(isTried)
  })

  it('is cured by another form of it that passes', () => {
    const tried = triedIn(shell('go test ./orders 2>&1 | tail -20', 'passed', none))!
    expect(isCure(shell('go test -tags db ./orders 2>&1 | tail -20', 'passed', 'ok'), [tried])).toBe(true)
    expect(isCure(shell('go test ./orders 2>&1 | tail -20', 'passed', 'ok'), [tried])).toBe(false)
  })
})

it.each([
  ['make lint 2>&1 | tail -5', 'passed', 'a.go:1: x (rule)\n2 issues:', true],
  ['make lint 2>&1 | tail -5', 'passed', '0 checked', false],
  ['cat lint.log', 'passed', '2 issues:', false],
  ['make lint', 'failed', '', true],
])('whether %s %s after printing %j is a failure: %s', (command, ended, output, isFailure) => {
  expect(hasFailed({ name: 'Bash', kind: 'shell', command, ended, output })).toBe(isFailure)
})

it('the same work is told by the first words of a command, or the tool', () => {
  const shell = (command: string) => workOf({ name: 'Bash', kind: 'shell', command })
  expect(shell('make lint  FILES=a')).toBe('make lint FILES=a')
  expect(shell('make lint FILES=a 2>&1 | tail')).toBe('make lint FILES=a')
  expect(shell('cd web && make format && make lint 2>&1 | tail -5')).toBe('make lint 2>&1')
  expect(shell('make lint; cat lint.log')).toBe('make lint')
  expect(shell('grep -rn lint .')).toBeUndefined()
  expect(workOf({ name: 'Edit', kind: 'edit' })).toBeUndefined()
  expect(workOf({ name: 'create_issue', kind: 'other' })).toBe('create_issue')
})

describe('when to ask', () => {
  it.each([
    ['the first thing immediately', { asked: 0, waiting: 1, size: 1, sizeThen: 0 }, true],
    ['nothing waits', { asked: 0, waiting: 0, size: 9, sizeThen: 0 }, false],
    ['a plain statement in a short session', { asked: 0, waiting: 0.25, size: 3.9, sizeThen: 0 }, false],
    ['a plain statement in a long session', { asked: 0, waiting: 0.25, size: 4, sizeThen: 0 }, true],
    ['one more, soon after', { asked: 1, waiting: 1, size: 12, sizeThen: 4 }, false],
    ['three more, soon after', { asked: 1, waiting: 3, size: 12, sizeThen: 4 }, false],
    ['one more, in a session that has grown', { asked: 1, waiting: 1, size: 12.1, sizeThen: 4 }, true],
    ['a plain statement then', { asked: 1, waiting: 0.25, size: 99, sizeThen: 4 }, false],
    ['one after the second time', { asked: 2, waiting: 1, size: 22, sizeThen: 8 }, false],
    ['the third time', { asked: 2, waiting: 1, size: 22.1, sizeThen: 8 }, true],
    ['three times are enough', { asked: 3, waiting: 50, size: 99, sizeThen: 8 }, false],
  ])('%s', (_, tally, isDue) => {
    expect(isAskDue(tally)).toBe(isDue)
  })
})
