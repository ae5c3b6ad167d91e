import { present } from '../domain/sets.ts'
import { counted } from './standing-words.ts'

/** The effects of one outcome, for the summary. */
export interface CycleFacts {
  readonly run: string
  readonly agents: { readonly [agent: string]: object }
  readonly skills: { readonly [skill: string]: object }
  readonly policyDiff: { readonly [key: string]: { readonly before: unknown; readonly after: unknown } }
  readonly suggestions: readonly { readonly constraint: string }[]
}

/** Five sentences: the run, its agents, its skills, the policy that moved, and what a person might do. */
export function cycleSummary({ run, agents, skills, policyDiff, suggestions }: CycleFacts): string {
  const moved = Object.keys(policyDiff)
    .sort()
    .map((key) => `${key} ${policyDiff[key]?.before} -> ${policyDiff[key]?.after}`)
  return [
    `Processed outcome for ${run}.`,
    `Updated ${counted(Object.keys(agents).length, 'agent profile')}.`,
    `Updated ${counted(Object.keys(skills).length, 'skill')}.`,
    `Policy changes: ${listed(moved)}.`,
    `Constraint suggestions: ${listed(suggestions.map(({ constraint }) => constraint))}.`,
  ].join(' ')
}

function listed(items: readonly string[]): string {
  return items.length === 0 ? '0' : `${items.length} (${items.join('; ')})`
}

/** A document of headings and lists, as a person commits it. An empty list says so in one word. */
export interface ReportSection {
  readonly title: string
  readonly lines: readonly string[]
  /** The text if there are no lines. */
  readonly none: string
}

export function markdownOf(title: string, sections: readonly ReportSection[]): string {
  const parts = sections.map(({ title: heading, lines, none }) => {
    const list = lines.length === 0 ? none : lines.map((line) => `- ${escaped(line)}`).join('\n')
    return `## ${heading}\n\n${list}\n`
  })
  return `# ${title}\n\n${parts.join('\n')}`
}

/** Names and reasons come from outside; none of them becomes a link, a tag or a heading. The arrow of `0.75 -> 0.8` stays one. */
function escaped(line: string): string {
  return line.replace(/\s+/g, ' ').replace(/[\\`*_<[\]#|]|(?<! -)>/g, '\\$&')
}

/** A goal's results, which say where the data is too thin. */
export interface GoalStats {
  readonly goal: string
  readonly runs: number
  readonly iterations: number
  /** Absent below 5 runs. */
  readonly successShare?: number
  readonly averageScore?: number
  /** Average score of the newer half less that of the older one; absent below 10 evaluations. */
  readonly trend?: number
  readonly notes: readonly string[]
}

export interface EvaluatedIteration {
  readonly run: string
  readonly goal: string
  readonly success: boolean
  readonly score: number
}

export const GOAL_STATS = { minRuns: 5, minApplications: 3, minForTrend: 10 }

/** Each goal's figures, from its evaluations, oldest first. A run's last evaluation counts. */
export function goalStats(evaluated: readonly EvaluatedIteration[]): GoalStats[] {
  const goals = [...new Set(evaluated.map(({ goal }) => goal))]
  return goals.map((goal) => {
    const own = evaluated.filter((each) => each.goal === goal)
    const runs = [...new Map(own.map((each) => [each.run, each])).values()]
    const isThin = runs.length < GOAL_STATS.minRuns
    const hasTrend = own.length >= GOAL_STATS.minForTrend
    return {
      goal,
      runs: runs.length,
      iterations: own.length,
      successShare: isThin ? undefined : runs.filter(({ success }) => success).length / runs.length,
      averageScore: isThin ? undefined : average(runs),
      trend: hasTrend ? trendOf(own) : undefined,
      notes: present([
        isThin && `too thin: ${runs.length} of ${GOAL_STATS.minRuns} runs`,
        !hasTrend && `no trend before ${GOAL_STATS.minForTrend} evaluations`,
      ]),
    }
  })
}

function trendOf(evaluated: readonly EvaluatedIteration[]): number {
  const middle = Math.floor(evaluated.length / 2)
  return average(evaluated.slice(middle)) - average(evaluated.slice(0, middle))
}

function average(evaluated: readonly EvaluatedIteration[]): number {
  return evaluated.reduce((sum, { score }) => sum + score, 0) / Math.max(1, evaluated.length)
}
