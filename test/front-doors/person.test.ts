import { describe, expect, it } from 'vitest'
import { UserError } from '../../src/domain/user-error.ts'
import { CATALOGUE } from '../../src/edges/cli/entry/catalogue.ts'
import { temporaryFolder } from '../repositories/repository.ts'
import { MAKES_TERMINALS, mettleInShell, typedByPerson } from '../worlds/terminal.ts'
import { runCli } from './run-cli.ts'

const program = mettleInShell()

const commands = await Promise.all(CATALOGUE.map(async ({ load }) => (await load()).command))

/** Commands that show, record what happened, or ask for more: an agent may run them. Every new one is named here, or needs a person. */
const FOR_AGENTS =
  `approval list, backtest, backup, build record, compat ck-agent-evolution, compat ck-consensus-adaptive, compat ck-consensus-sim, compat ck-learning-report, compat ck-outcome, compat ck-outcome-file, compat ck-policy-diff, completion, compute,
  config, consensus, correct, criterion list, criterion why, dashboard, compat decay, deliberation list, deliberation record, demo, docs, doctor, error context, error list, error record, error resolve, export,
  export graph, feedback record, gate, goal list, goal stats, hook, compat increment-ignore, inject, compat insert, insights, iteration start, learn, learning acknowledge, learning record,
  learning rules, compat learning-report, mcp, organisation list, compat outcome, outcome ci, outcome export, outcome import, outcome list, outcome merge, outcome record, outcome review, outcome watch,
  compat outcome-score, pattern check, pattern history, pattern list, pattern show, pattern why, plan record, plan-prompt, policy annotate, policy check, policy diff, policy show, policy tighten,
  policy why, compat process-learnings, push, compat push-learnings, compat query-patterns, receipt show, receipt why, compat reinforce-patterns, replay, report,
  report calibration, report governance, report uplift, rule export, rule list, run list, run show, score record, serve, session list, session settle, session show, status, compat store-pattern, strategy list,
  strategy why, strike clear, strike list, strike prompt, strike record, task list, timeline, token list, compat tool, trust, trust list, trust revoke`
    .split(',')
    .map((name) => name.trim())

describe('which commands need a person', () => {
  it('is said of every command', () => {
    const needing = commands.filter(({ needs }) => needs !== undefined).map(({ name }) => name)
    expect([...needing, ...FOR_AGENTS].toSorted()).toEqual(commands.map(({ name }) => name).toSorted())
  })

  it('covers each that changes the gate, trust or what is kept', () => {
    const always = commands.filter(({ needs }) => needs?.person === 'always').map(({ name }) => name)
    expect(always.toSorted()).toEqual([
      'approval answer',
      'move',
      'pattern deprecate',
      'pattern edit',
      'pattern merge',
      'pattern promote',
      'pattern release',
      'pattern reset',
      'policy accept',
      'policy acknowledge',
      'policy loosen',
      'rebuild',
      'rule add',
      'rule remove',
      'token create',
      'token revoke',
      'trust accept',
    ])
    const sometimes = commands.flatMap(({ name, needs }) =>
      needs === undefined || needs.person === 'always' ? [] : [`${name} ${needs.person.only}`],
    )
    expect(sometimes.toSorted()).toEqual([
      'compat prune-learnings With --event',
      'compat pull-learnings With --accept',
      'forget With --event',
      'goal use With --command',
      'import With --trust internal',
      'init With --remove',
      'pattern quarantine Unless it is a dry run',
      'pull With --accept',
      'restore Unless it is a dry run',
      'review With --accept or --dismiss',
      'undo Unless it is a dry run',
    ])
  })
})

describe('a command that needs a person', () => {
  const nobody = {
    confirm: async () => {
      throw new UserError('person', 'nobody is here', 'type it elsewhere')
    },
  }

  it.each([
    ['undo --run r1 --reason x --yes'],
    ['rebuild'],
    ['import . --trust internal'],
    ['init --remove --yes'],
    ['forget --event 1 --reason x'],
    ['pattern quarantine p-1 --reason x'],
    ['--cwd . policy loosen github --reason x'],
    ['token create --role approve --name x'],
  ])('does nothing where nobody confirms: %s', async (line) => {
    const setting = { cwd: temporaryFolder(), person: nobody }
    const { exitCode, stderr } = await runCli(line.split(' '), setting)
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: 'nobody is here\ntype it elsewhere\n' })
  })

  it.each([
    ['undo --run r1 --dry-run'],
    ['import . --trust internal --dry-run'],
    ['init --remove --dry-run'],
    ['forget --dry-run'],
  ])('asks nobody where it changes nothing: %s', async (line) => {
    const { stderr } = await runCli(line.split(' '), { cwd: temporaryFolder(), person: nobody })
    expect(stderr).not.toContain('nobody is here')
  })

  it('says where to type it, as a line that can be typed', async () => {
    const asked: string[] = []
    const cwd = temporaryFolder()
    const person = { confirm: async ({ line }: { line: string }) => void asked.push(line) }
    await runCli(['policy', 'loosen', 'github', '--reason', "it's new"], { cwd, person })
    expect(asked).toEqual([`cd ${cwd} && mettle policy loosen github --reason 'it'\\''s new'`])
  })

  it.runIf(MAKES_TERMINALS)(
    'is done for a person who types the code at a terminal, wherever its output goes',
    async () => {
      const cwd = temporaryFolder()
      const { code, stdout, screen } = await typedByPerson(
        `${program} init --cwd '${cwd}' --no-clients && ${program} rebuild --cwd '${cwd}' --json < /dev/null`,
        { METTLE_HOME: temporaryFolder() },
      )
      expect({ code, screen }).toEqual({
        code: 0,
        screen: expect.stringContaining('`mettle rebuild` needs a person'),
      })
      expect(stdout).toContain('"events":')
    },
  )
})
