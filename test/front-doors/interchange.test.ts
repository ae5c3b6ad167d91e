import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

let cwd = ''
let environment: Record<string, string> = {}
const NOW = Date.parse('2026-02-01T00:00:00Z')
const mettle = (...argv: string[]) => runCli(argv, { cwd, environment, now: NOW })
const json = async (...argv: string[]) => JSON.parse((await mettle(...argv, '--json')).stdout)
const lines = (...values: object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

function put(files: Record<string, string | object>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
}

beforeEach(async () => {
  cwd = temporaryFolder()
  environment = { METTLE_HOME: temporaryFolder(), METTLE_HOLDOUT_SHARE: '0' }
  await mettle('init')
})

/** What a loop that keeps its learnings in files leaves in a project. */
const SELF_LEARNING = {
  'runs.log': '20260115-100000-ab12cd34|2026-01-15T10:00:00Z|reduce-failures|2|completed|plan_execute|session-1\n',
  'perf.jsonl': lines({ event: 'agent', run_id: 'r', duration_s: 12 }),
  '.learnings/org-patterns.toon': `# Organization Patterns (TOON format)
# Last updated: 2026-01-15T10:30:00Z

patterns[3]{id,category,summary,confidence,seen_count,success_rate,flags,applies_to,context,repo}:
  P-001,pattern,"Always check token expiry before API calls",high,5,0.85,,implementation-subagent,auth|API,*
  P-002,mistake,"Check for None before accessing optional dict keys",medium,3,0.60,[REVIEW],*,python|safety,astoria-frontend
  P-003,convention,"Name every export, and \\"default\\" none",low,2,0.20,[REVIEW],*,ts,*
`,
  '.learnings/outcomes.log': `2026-01-15T10:00:00Z|20260115-100000-ab12cd34|1|implementation-subagent|Always check token expiry|applied|src/foo.ts:10|0.8|context_tags|reduce-failures|1|0.75
2026-01-15T10:00:00Z|20260115-100000-ab12cd34|1|plan-writer|Name every export|injected|
2026-01-15T10:00:00Z|20260115-100000-ab12cd34|1|plan-writer|Nobody knows this one|injected|
`,
  '.learnings/acknowledgments.log':
    '2026-01-15T10:00:01Z|20260115-100000-ab12cd34|1|implementation-subagent|true|Always check token expiry|src/foo.ts:10\n',
  '.learnings/goal-outcome.json': {
    goal: 'reduce-failures',
    run_id: '20260115-100000-ab12cd34',
    success: true,
    score: 0.67,
    metrics: { iterations: 2, target: 3 },
    evaluated_at: '2026-01-15T10:05:00Z',
  },
  '.learnings/build-result.json': {
    status: 'passed',
    timestamp: '2026-01-15T10:04:00Z',
    iteration: '1',
    run_id: '20260115-100000-ab12cd34',
  },
  '.learnings/goal.yaml':
    'active_goal: reduce-failures\ngoals:\n  reduce-failures: {description: "Minimize iterations needed to complete tasks", success_criteria: {type: threshold, metric: iterations, target: 3, direction: below}}\n',
  '.learnings/retention.yaml': 'max_runs: 100\nmax_log_lines: 10000\n',
  '.learnings/pending/plan-writer-a1.json': {
    what_happened: 'Tests broke',
    why: 'Old schema',
    fix_applied: 'Migrated',
    pattern_to_remember: 'Run the migrations before the tests start',
    applies_to: ['code:plan-writer'],
    context: { file: 'src/a.ts', line: 42, function: 'f' },
  },
  '.learnings/pending/builder-a2.json': { no_learnings: true, reason: 'trivial change' },
  '.learnings/sessions/run-1/iter-1.json': {
    schema_version: '1.0',
    run_id: 'run-1',
    iteration: 1,
    captured_at: '2026-01-15T10:00:00Z',
    learnings: [
      {
        id: 'L-001',
        scope: 'organization',
        category: 'insight',
        trigger: 'stale cache',
        summary: 'Caches hide stale reads after a deploy',
        confidence: 'high',
        applies_to: ['*'],
      },
    ],
  },
  '.learnings/.lock': 'run_id=r|pid=1|started=x',
}

const SWARM = {
  'swarm/a-maturity.jsonl': lines(
    {
      pattern_id: 'pattern-1',
      state: 'established',
      helpful_count: 3,
      harmful_count: 0,
      last_validated: '2026-01-10T00:00:00Z',
    },
    { pattern_id: 'pattern-1', type: 'helpful', timestamp: '2026-01-10T00:00:00Z', weight: 1 },
  ),
  'swarm/errors.jsonl': lines({
    id: 'bd-1-validation-1',
    bead_id: 'bd-1',
    error_type: 'validation',
    message: 'Type error in src/auth.ts',
    tool_name: 'typecheck',
    timestamp: '2026-01-10T00:00:00Z',
    resolved: true,
  }),
  'swarm/feedback.jsonl': lines({
    id: 'f1',
    criterion: 'type_safe',
    type: 'helpful',
    timestamp: '2026-01-10T00:00:00Z',
    bead_id: 'bd-1.1',
    raw_value: 1,
  }),
  'swarm/outcomes.jsonl': lines({
    bead_id: 'bd-1.1',
    duration_ms: 180_000,
    error_count: 0,
    retry_count: 0,
    success: true,
    files_touched: ['src/auth.ts'],
    timestamp: '2026-01-10T00:00:00Z',
    strategy: 'file-based',
  }),
  'swarm/patterns.jsonl': lines(
    {
      id: 'pattern-1',
      content: 'Split by feature',
      kind: 'pattern',
      is_negative: false,
      success_count: 4,
      failure_count: 1,
      created_at: '2026-01-09T00:00:00Z',
      updated_at: '2026-01-10T00:00:00Z',
      tags: [],
      example_beads: ['bd-1'],
    },
    {
      id: 'anti-pattern-2',
      content: 'AVOID: Split by file type. Failed 5/7 times (71% failure rate)',
      kind: 'anti_pattern',
      is_negative: true,
      success_count: 2,
      failure_count: 5,
      created_at: '2026-01-09T00:00:00Z',
      updated_at: '2026-01-10T00:00:00Z',
      tags: [],
      example_beads: [],
    },
  ),
  'swarm/strikes.json': {
    bead_id: 'bd-2',
    strike_count: 2,
    failures: [
      { attempt: 'mock the API', reason: 'types differ', timestamp: '2026-01-10T00:00:00Z' },
      { attempt: 'cast it', reason: 'fails at run time', timestamp: '2026-01-10T01:00:00Z' },
    ],
  },
}

const GOVERNANCE = {
  'learning-store.json': {
    version: 1,
    outcomes: [
      {
        runId: 'run-1',
        status: 'failed',
        success: false,
        retryCount: 0,
        timeTakenMs: 1,
        qualityScore: 0,
        adaptersUsed: ['github'],
        dominantFailureType: 'auth',
        createdAt: '2026-01-10T00:00:00Z',
      },
    ],
    patterns: [{ id: 'github::auth', adapterId: 'github', failureType: 'auth', confidence: 0.55, occurrences: 1 }],
    reliability: [],
    policyOverlays: [],
    updatedAt: '2026-01-10T00:00:00Z',
  },
  'outcomes.jsonl': `${lines({ runId: 'run-2', result: 'success', issues: [], humanOverride: false, rollbackOccurred: false, postExecutionScore: 0.9, riskLevel: 'low', selectedSkills: ['deploy'], agentDecisions: [{ agent: 'planner', decision: 'approve', confidence: 0.8 }] })}{"runId": "run-3"\n`,
  '.ck/learning/agents/planner.json': { agent: 'planner', baseWeight: 1, reliability: 0.72, canVeto: false },
  '.ck/learning/memory/graph-events.jsonl': lines({
    timestamp: '2026-01-10T00:00:00Z',
    runId: 'run-1',
    type: 'outcome_recorded',
    data: {},
  }),
}

const PIPELINE = {
  'state/deliberations/42-judge-1.json': {
    role: 'judge',
    timestamp: '2026-01-10T12:00:00Z',
    status: 'ok',
    response:
      'J1: Never log the raw request body of a payment\n\n## Accumulated Patterns\n- Never log the raw request body of a payment',
    issue: 42,
    phase: 'reviewing',
    duration_ms: 81_234,
    tokens: { input: 1, output: 2 },
  },
  'state/deliberations/42-inspector-1.md':
    'J1: it does not happen:\n```\n$ npm test\nTests  12 passed (12)\n```\n\n<!-- jkz:verdict-json\n{"verdict":"PASS","issues":[],"must_fix":[],"false_positives":["J1"]}\n-->\n',
  'state/pipeline/42.json': { 42: { state: 'reviewing' }, lastActivity: 'x', heartbeat_pid: '1' },
}

describe('import', () => {
  it('takes over a folder of learnings, once', async () => {
    put(SELF_LEARNING)
    const first = await json('import', '.', '--trust', 'internal')
    expect(first.counts).toMatchObject({
      pattern: { recorded: 2 },
      learning: { recorded: 2 },
      application: { recorded: 2 },
      acknowledgement: { recorded: 1 },
      run: { recorded: 1 },
      goal: { recorded: 1 },
      build: { recorded: 1 },
    })
    expect(first.refused).toEqual([
      {
        file: '.learnings/outcomes.log',
        line: 3,
        reason: "no pattern is known here by 'Nobody knows this one'",
      },
    ])
    expect(first.settings).toContainEqual({
      file: '.learnings/goal.yaml',
      key: 'goal.active',
      value: 'reduce-failures',
    })
    const { events } = await json('rebuild')
    const second = await json('import', '.', '--trust', 'internal')
    expect(
      Object.values(second.counts as Record<string, { recorded: number }>).map(({ recorded }) => recorded),
    ).toEqual(Object.keys(second.counts).map(() => 0))
    expect((await json('rebuild')).events).toBe(events)
    await mettle('learn')
    const { stdout } = await mettle('inject', '--role', 'implementation-subagent', '--run', 'r9')
    expect(stdout).toContain('Always check token expiry before API calls')
    await mettle('learn')
    expect((await mettle('export', '--format', 'toon')).stdout).toContain(
      'P-001,pattern,Always check token expiry before API calls,medium,5,0.5,"",implementation-subagent,auth|API,*',
    )
  })

  it('tells a person what it did, held back and refused, with file and line', async () => {
    put(SELF_LEARNING)
    const { stdout, exitCode } = await mettle('import', '.learnings')
    expect(exitCode).toBe(0)
    expect(stdout).toMatchInlineSnapshot(`
      "Recorded 2 patterns, 2 learnings.
        FILE                                    FORMAT               RECORDED  KNOWN  HELD  PASSED  REFUSED
        .learnings/org-patterns.toon            toon                        2      0     0       1        0
        .learnings/build-result.json            json                        0      0     1       0        0
        .learnings/goal-outcome.json            json                        0      0     1       0        0
        .learnings/pending/builder-a2.json      json                        0      0     0       1        0
        .learnings/pending/plan-writer-a1.json  json                        1      0     0       0        0
        .learnings/sessions/run-1/iter-1.json   json                        1      0     0       0        0
        .learnings/outcomes.log                 outcomes-log                0      0     3       0        0
        .learnings/acknowledgments.log          acknowledgments-log         0      0     1       0        0
      Settings found:
        goal.active = reduce-failures
        goal.reduce-failures.target = 3
        retention.maxRuns = 100
        retention.maxLogLines = 10000
      .learnings/goal.yaml already says so. No goal is chosen by that: mettle goal list
      .learnings/retention.yaml already says so. It applies where the retention settings are not set: mettle forget --dry-run
      Passed over 2:
        .learnings/org-patterns.toon:6  it is for the repository astoria-frontend; --repository takes it
        .learnings/pending/builder-a2.json:1  nothing was learned: trivial change
      Not recorded, because the files are others': 1 build result, 1 goal result, 3 applications, 1 acknowledgement.
      Patterns of others are quarantined until they are seen in this project. If these files are your own:
        mettle import .learnings --trust internal
      To make patterns of the learnings: mettle learn
      "
    `)
    expect((await mettle('inject', '--role', 'implementation-subagent', '--run', 'r9')).stdout).not.toContain(
      'token expiry',
    )
  })

  it('keeps settings of your own in .learnings, and exports the goal that a person chose', async () => {
    put({
      'old/goal.yaml': 'active_goal: quick\ngoals:\n  quick: {description: "Answer within a minute"}\n',
      'old/retention.yaml': 'max_sessions: 7\n',
    })
    expect((await mettle('import', 'old')).stdout).toContain(
      'old/goal.yaml was read and not kept; --trust internal keeps it as .learnings/goal.yaml.',
    )
    expect((await mettle('import', 'old', '--trust', 'internal')).stdout).toContain(
      'old/goal.yaml is now .learnings/goal.yaml. No goal is chosen by that: mettle goal list',
    )
    expect((await mettle('forget', '--dry-run')).stdout).toContain('retention.maxSessions is 7 by')
    expect((await mettle('export', '--format', 'goal')).stdout).toContain('# Nobody has chosen a goal')
    await mettle('goal', 'use', 'quick', '--command', 'node', '--command', 'quick.js')
    const { stdout } = await mettle('export', '--format', 'goal')
    expect(stdout).toContain('active_goal: quick\n')
    expect(stdout).toContain('test_command: "node quick.js"')
    put({ 'old/goal.yaml': 'active_goal: swe-bench\n' })
    expect((await mettle('import', 'old', '--trust', 'internal')).stdout).toContain(
      '.learnings/goal.yaml says something else and stays',
    )
  })

  it('takes over what a swarm has learned, in whatever order its files come', async () => {
    put(SWARM)
    const report = await json('import', 'swarm', '--trust', 'internal')
    expect(report.refused).toEqual([])
    expect(report.counts).toMatchObject({
      pattern: { recorded: 2 },
      claim: { recorded: 1 },
      outcome: { recorded: 1 },
      feedback: { recorded: 2 },
      error: { recorded: 1 },
      strikes: { recorded: 1 },
    })
    const { items: patterns } = await json('pattern', 'list', '--all', '--axes', '--search', 'Split')
    expect(
      patterns
        .map(({ pattern, axes }: { pattern: { polarity: string }; axes: { evidence: { helpfulCount: number } } }) => [
          pattern.polarity,
          axes.evidence.helpfulCount,
        ])
        .sort(),
    ).toEqual([
      ['avoid', 0],
      ['do', 1],
    ])
  })

  it('takes over the outcomes of a governance loop, and computes the rest again', async () => {
    put(GOVERNANCE)
    const report = await json('import', '.', '--trust', 'internal')
    expect(report.counts).toEqual({ graded: { recorded: 2, known: 0, held: 0 } })
    expect(report.refused).toMatchObject([
      { file: 'outcomes.jsonl', line: 2, reason: expect.stringContaining('not valid JSON') },
    ])
    const store = JSON.parse((await mettle('export', '--format', 'learning-store')).stdout)
    expect(store.patterns).toMatchObject([{ id: 'github::auth', occurrences: 1 }])
    expect(store.outcomes.map(({ runId }: { runId: string }) => runId).sort()).toEqual(['run-1', 'run-2'])
  })

  it('takes over the deliberations of a pipeline, and what its validators said', async () => {
    put(PIPELINE)
    const report = await json('import', 'state', '--trust', 'internal')
    expect(report).toMatchObject({ counts: { deliberation: { recorded: 2 } }, refusedTotal: 0 })
    const { items: patterns } = await json('pattern', 'list', '--all', '--axes')
    expect(patterns).toMatchObject([{ pattern: { role: 'judge' }, axes: { evidence: { ignoreCount: 1 } } }])
  })

  it('records nothing on a dry run', async () => {
    put(SELF_LEARNING)
    const { stdout } = await mettle('import', '.', '--dry-run')
    expect(stdout).toContain('Would record')
    expect((await json('rebuild')).events).toBe(0)
  })

  it('follows no link out of the folder', async () => {
    const outside = temporaryFolder()
    writeFileSync(join(outside, 'org-patterns.toon'), SELF_LEARNING['.learnings/org-patterns.toon'])
    mkdirSync(join(cwd, 'in'))
    symlinkSync(outside, join(cwd, 'in', 'folder'))
    symlinkSync(join(outside, 'org-patterns.toon'), join(cwd, 'in', 'org-patterns.toon'))
    expect(await json('import', 'in')).toMatchObject({ files: [], counts: {} })
  })

  it('says what is wrong with a path, a file and a line', async () => {
    expect(await mettle('import', 'nowhere')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('nowhere does not exist'),
    })
    put({ 'notes.txt': 'just words', 'outcomes.log': `${'x'.repeat(1_100_000)}\nbad\n` })
    const unknown = await mettle('import', 'notes.txt')
    expect(unknown).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('--format takes toon, json'),
    })
    const { refused } = await json('import', 'outcomes.log')
    expect(refused.map(({ line }: { line: number }) => line)).toEqual([1, 2])
    expect(refused[0].reason).toBe('the line is longer than 1 MB')
    expect((await mettle('import', 'notes.txt', '--format', 'tone')).stderr).toContain("Did you mean 'toon'?")
  })

  it('reads a file with a byte order mark and Windows line ends', async () => {
    put({ 'a.toon': `\ufeff${SELF_LEARNING['.learnings/org-patterns.toon'].replaceAll('\n', '\r\n')}` })
    expect(await json('import', 'a.toon')).toMatchObject({
      counts: { pattern: { recorded: 2 } },
      refusedTotal: 0,
    })
  })

  it('takes any bytes for what they are: nothing', async () => {
    for (const name of ['a.toon', 'outcomes.log', 'a.json', 'a.jsonl', 'goal.yaml', '42-judge-1.md'])
      put({
        [name]: Buffer.from(Array.from({ length: 3_000 }, (_, i) => 1 + ((i * 7919) % 255))).toString('latin1'),
      })
    const { exitCode, stderr } = await mettle('import', '.')
    expect({ exitCode: exitCode < 2, stderr }).toEqual({ exitCode: true, stderr: '' })
  })
})

describe('export', () => {
  const LESSON = 'Always close the database handle before the temp folder is removed'
  const file = (name: string) => readFileSync(join(cwd, name))

  beforeEach(async () => {
    await mettle('learning', 'record', '--lesson', LESSON)
    await mettle('learn')
  })

  it('writes a section into a file of yours and nothing else, and takes it out again', async () => {
    const mine = Buffer.concat([Buffer.from('# Mine\r\n- be kind\r\n- caf'), Buffer.from([0xe9])])
    writeFileSync(join(cwd, 'CLAUDE.md'), mine)
    await mettle('export', '--format', 'claude-md', '--out', 'CLAUDE.md')
    const once = file('CLAUDE.md')
    expect(once.subarray(0, mine.length).equals(mine)).toBe(true)
    expect(once.toString()).toContain(`- ${LESSON}\r\n<!-- mettle:end -->\r\n`)
    expect(file('CLAUDE.md.bak').equals(mine)).toBe(true)
    await mettle('export', '--format', 'claude-md', '--out', 'CLAUDE.md')
    expect(file('CLAUDE.md').equals(once)).toBe(true)
    expect(file('CLAUDE.md.bak').equals(mine)).toBe(true)
    await mettle('export', '--format', 'claude-md', '--out', 'CLAUDE.md', '--remove')
    expect(file('CLAUDE.md').equals(mine)).toBe(true)
    expect((await mettle('export', '--format', 'claude-md', '--out', 'CLAUDE.md', '--remove')).stdout).toContain(
      'has no section of ours',
    )
  })

  it('does not touch a file whose marks are no pair', async () => {
    put({ 'AGENTS.md': 'a\n<!-- mettle:begin -->\nb' })
    const { exitCode, stderr } = await mettle('export', '--format', 'agents-md', '--out', 'AGENTS.md')
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringContaining('are not one pair'),
    })
    expect(file('AGENTS.md').toString()).toBe('a\n<!-- mettle:begin -->\nb')
    expect(existsSync(join(cwd, 'AGENTS.md.bak'))).toBe(false)
  })

  it('writes every format to a file, and keeps what was there', async () => {
    for (const format of [
      'toon',
      'outcomes-log',
      'goal',
      'retention',
      'learning-store',
      'outcomes-jsonl',
      'journal-jsonl',
    ]) {
      put({ [`out/${format}`]: 'before' })
      expect((await mettle('export', '--format', format, '--out', `out/${format}`)).exitCode).toBe(0)
      expect(file(`out/${format}.bak`).toString()).toBe('before')
    }
    const { written } = await json('export', '--format', 'org', '--out', 'shared')
    expect(written).toHaveLength(2)
    expect(JSON.parse(file('shared/org-patterns.json').toString()).patterns).toMatchObject([
      { summary: LESSON, flags: '[UNTESTED]' },
    ])
  })

  it('prints in a pipe what it would write, and under --json the files by name', async () => {
    expect((await mettle('export', '--format', 'retention')).stdout).toMatch(/^max_runs: 100\n/)
    expect(await json('export', '--format', 'org')).toMatchObject({
      entries: 1,
      files: [{ name: 'org-patterns.json' }, { name: 'sources.json' }],
    })
    expect((await mettle('export', '--format', 'pending')).exitCode).toBe(0)
  })
})
