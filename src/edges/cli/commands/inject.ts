import { SURFACE_NAMES } from '../../../domain/values/session.ts'
import { pathFromRoot } from '../../../machine/files/paths.ts'
import type { Mettle } from '../../../open.ts'
import { choice, count, defineCommand, flag, type InputOf, list, text } from '../command.ts'
import { openWithinDeadline } from '../gate-safely.ts'
import { listed } from '../input/parse-values.ts'
import { usageError } from '../input/tokens.ts'
import { listOf } from '../output/json-document.ts'
import { quantity } from '../output/numbers-text.ts'

const options = {
  surface: choice(['role-block', 'agent-start', 'prompt', 'tool-call'], 'Where the block appears.', {
    default: 'role-block',
  }),
  role: text('The role of the agent that will read it. Default: agent.', 'ROLE'),
  agent: text('The agent that starts or calls the tool: plan-writer, or code:plan-writer.', 'NAME', { short: 'a' }),
  tool: text('The tool that is about to be called: Bash, Edit, Read.', 'NAME'),
  command: text('What the tool would run. It is read, never run.', 'TEXT'),
  file: text('The file that the tool would read or write.', 'PATH'),
  task: text('What the run is about to do.', 'TEXT', { short: 't' }),
  run: text('The run. Default: a new one.', 'ID', { short: 'r' }),
  labels: list('Labels of the work.', 'A,B'),
  files: list('Files of the work.', 'A,B'),
  phase: text('The phase of the work.', 'NAME'),
  repository: text('The repository. Default: this one.', 'NAME'),
  budget: count('The most that the block may cost. Default: by role and surface.', { value: 'TOKENS' }),
  remaining: count('Room left in the prompt.', { value: 'TOKENS' }),
  sections: flag('Under headings by maturity, with the evidence for each line.'),
} as const

type Asked = InputOf<[], typeof options>

export const injectCommand = defineCommand({
  name: 'inject',
  summary: 'Print the block of patterns for the next run.',
  description: `Prints the patterns that are worth showing to a run, best first, within the token
    budget. Prints nothing if no pattern is, or if the journal cannot be used: an agent never waits for its memory longer than inject.deadlineMs. Mettle keeps a receipt under the run's id: what was shown, what was left out, and why.

    When an agent starts (--surface agent-start), the block has the patterns for that agent: mistakes first, or what the chosen goal puts first. With a prompt (--surface prompt)
    it has those that fit the prompt, and before a tool call (--surface tool-call) those that fit the command or the file. Both leave out what the run was shown before.`,
  options,
  examples: [
    'mettle inject --role builder --task "rotate the signing key"',
    'mettle inject --role judge --labels auth,api --phase review --files src/token.ts',
    'mettle inject --surface agent-start --agent code:plan-writer --task "plan the login" --run run-7',
    'mettle inject --surface prompt --task "rotate the signing key" --run run-7',
    'mettle inject --surface tool-call --tool Bash --command "npm test" --run run-7',
    'mettle inject --surface tool-call --tool Edit --file src/token.py --run run-7',
  ],
  run: async (context, asked) => {
    checkSurface(asked)
    const mettle = await openWithinDeadline(context, 'inject.deadlineMs')
    const injected = await injectedOn(mettle, asked, context.cwd)
    context.show({ ...injected, ...listOf(injected.items) }, () => injected.block)
    if (!context.isTerminal) return
    const cost = injected.block === '' ? 'nothing worth showing' : quantity(injected.tokens, 'token')
    const { length: held } = injected.withheld
    const withheld = held === 0 ? '' : `, ${held} withheld at random to measure what it is worth`
    context.note(context.colour.dim(`run ${injected.run}, ${cost}${withheld}`))
  },
})

const EXAMPLE = 'mettle inject --surface'

/** Options that only some surfaces use. */
const BELONGS: Readonly<Record<string, readonly Asked['surface'][]>> = {
  role: ['role-block'],
  agent: SURFACE_NAMES,
  tool: ['tool-call'],
  command: ['tool-call'],
  file: ['tool-call'],
  labels: ['role-block', 'agent-start'],
  files: ['role-block', 'agent-start'],
  phase: ['role-block', 'agent-start'],
  sections: ['role-block'],
}

/** An option that the surface does not use is the caller's mistake, and is reported. */
function checkSurface(asked: Asked): void {
  const { surface, agent, tool, command, file, task } = asked
  for (const [name, surfaces] of Object.entries(BELONGS)) {
    const value = asked[name as keyof Asked]
    const isGiven = value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
    if (isGiven && !surfaces.includes(surface))
      throw usageError(
        `--${name} has no effect on the surface ${surface}.`,
        `It is for --surface ${surfaces.join(' or ')}.`,
      )
  }
  if (surface === 'agent-start' && agent === undefined)
    throw usageError('Which agent starts?', 'mettle inject --surface agent-start --agent plan-writer')
  if (surface === 'prompt' && task === undefined)
    throw usageError('What did the person ask for?', `${EXAMPLE} prompt --task "rotate the signing key"`)
  if (surface === 'tool-call' && (tool === undefined || (command ?? file) === undefined))
    throw usageError('Which tool is about to do what?', `${EXAMPLE} tool-call --tool Bash --command "npm test"`)
}

function injectedOn(mettle: Mettle, asked: Asked, cwd: string) {
  const { surface, role = 'agent', agent, tool, command, file, sections } = asked
  if (surface === 'role-block') return mettle.inject({ role, sections, ...placeOf(asked), ...workOf(asked) })
  if (surface === 'agent-start') return mettle.injectForAgent({ agent: agent!, ...placeOf(asked), ...workOf(asked) })
  if (surface === 'prompt') return mettle.injectForPrompt({ ...placeOf(asked), task: asked.task!, agent })
  return mettle.injectForTool({
    tool: tool!,
    ...placeOf(asked),
    agent,
    command,
    file: file === undefined ? undefined : pathFromRoot(file, cwd, mettle.workspace.root),
  })
}

function placeOf({ run, task, repository, budget, remaining }: Asked) {
  return { run, task, repository, budgetTokens: budget, remainingTokens: remaining }
}

function workOf({ labels, files, phase }: Asked) {
  return { labels: listed(labels), files: listed(files), phase }
}
