import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LAW } from '../../gym/bars.ts'
import type { VariantReport } from '../../gym/report.ts'

/** The markers around the part of the README that `npm run docs` writes. */
const BEGIN = '<!-- Made by `npm run docs` from bench/results. -->\n'
const END = '<!-- The end of what is made. -->\n'

interface BenchFile {
  readonly machine: { readonly cores: number; readonly node: string }
  readonly results: readonly { readonly case: string; readonly p50: number }[]
}

/** The README with the figures of the last benchmarks in it. */
export function withFigures(readme: string): string {
  const from = readme.indexOf(BEGIN)
  const to = readme.indexOf(END)
  if (from < 0 || to < from) throw new Error('The README has no place for figures.')
  return readme.slice(0, from) + BEGIN + helps() + remembers() + costs() + readme.slice(to)
}

function helps(): string {
  const { law, reports } = read<{ law?: string; reports: readonly VariantReport[] }>('gym')
  const earlier = law === LAW ? '' : ', measured before Mettle last changed how it judges'
  const base = reports.find(({ variant }) => variant === 'base')!
  const gain = (policy: string) => base.rows.find((row) => row.policy === policy)!.uplift!
  const { mean, low, high, n: worlds } = gain('bayes')
  return `- **In simulated projects:** in [the gym](docs/gym.md), ${worlds} made-up worlds in which it is known what each lesson does, runs end well ${points(mean)} points more often than with no memory (${points(low)} to ${points(high)})${earlier}. The best of the documented formulas that it was compared with gains ${points(gain(base.bestSource!).mean)}; an oracle that knows what each lesson does gains ${points(gain('oracle').mean)}. What it does in your repository [is measured there](docs/how-to/uplift.md).\n`
}

interface SecondTimeFile {
  readonly repositories: number
  readonly sessions: number
  readonly secondTimes: number
  readonly memories: readonly {
    readonly memory: string
    readonly inFront: number
    readonly tokensPerSession: number
  }[]
}

function remembers(): string {
  const { repositories, sessions, secondTimes, memories } = read<SecondTimeFile>('second-time')
  const said = (name: string) => {
    const { inFront, tokensPerSession } = memories.find(({ memory }) => memory === name)!
    return `${Math.round(inFront * 100)}% of these cases (${tokensPerSession.toLocaleString('en-US')} tokens a session)`
  }
  const where = repositories === 1 ? 'one repository' : `${repositories} repositories`
  return `- **In recorded sessions:** in ${sessions} recorded sessions of ${where}, ${secondTimes} mistakes came back, most of them findings of a linter. Mettle had shown the agent a line about the mistake in ${said('Mettle, asks unanswered')}; a BM25 search over the transcripts had in ${said('BM25 over the transcripts')}. Mettle was tuned on these sessions; [run it on your own](docs/second-time.md).\n`
}

function costs(): string {
  const hook = median('hooks', 'before a tool, nothing to say, 10000 patterns, CPU over bare Node')
  const start = median('hooks', 'session start, 10000 patterns, CPU over bare Node')
  const block = median('inject', '5000 patterns, task')
  const { cores, node } = read<BenchFile>('inject').machine
  return `- **What it costs:** each hook is a short Node process. With 10,000 lessons stored, the one at the start of a session takes ${start.toFixed(2)} times the CPU of an empty Node process (\`node -e 0\`), and the one before a tool ${hook.toFixed(2)} times. Choosing lessons for a task among 5,000 takes ${block.toFixed(1)} ms. Medians, on ${cores} cores with Node ${node}.\n`
}

function median(bench: string, name: string): number {
  return read<BenchFile>(bench).results.find((each) => each.case === name)!.p50
}

function read<T>(bench: string): T {
  const file = fileURLToPath(new URL(`../../bench/results/${bench}.json`, import.meta.url))
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

function points(value: number): string {
  return value.toFixed(1)
}
