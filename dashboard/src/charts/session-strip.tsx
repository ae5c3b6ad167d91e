import type { SessionStory } from '../../../src/loop/sessions/show-session.ts'
import { exactTime } from '../words.ts'
import { Below, Frame, MARGIN } from './frame.tsx'
import { linear } from './scale.ts'

type Step = SessionStory['course'][number]

const ROWS = [
  { name: 'prompts', tone: 'calm', has: ({ is }: Step) => is === 'prompt' },
  { name: 'passed', tone: 'good', has: ({ is, ended }: Step) => is === 'tool' && ended === 'passed' },
  { name: 'failed', tone: 'bad', has: ({ is, ended }: Step) => is === 'tool' && ended === 'failed' },
  {
    name: 'blocked',
    tone: 'warn',
    has: ({ is, ended }: Step) => is === 'tool' && ended !== 'passed' && ended !== 'failed',
  },
] as const
const ROW = 18
const LEFT = 64

/** What happened when, on one line of time; the list below says the same in words. */
export function SessionStrip({ course: all }: { course: readonly Step[] }) {
  const course = all.filter((step) => ROWS.some(({ has }) => has(step)))
  const times = course.map(({ at }) => at)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  if (course.length < 2 || last === first) return null
  const height = ROWS.length * ROW + MARGIN.bottom + 4
  const counts = ROWS.map(({ name, has }) => `${course.filter(has).length} ${name}`).join(', ')
  const across = (width: number) => linear([first, last], [LEFT, width - MARGIN.right])
  return (
    <Frame
      name="When each step happened"
      summary={`${counts}.`}
      height={height}
      spots={(width) =>
        course.map((step) => ({
          x: across(width)(step.at),
          y: ROWS.findIndex(({ has }) => has(step)) * ROW + 10,
          words: [exactTime(step.at), step.text, step.ended].filter(Boolean).join(' · '),
        }))
      }
    >
      {(width) => {
        const x = across(width)
        return (
          <>
            {ROWS.map(({ name, tone, has }, row) => (
              <g key={name} class="axis">
                <line x1={LEFT} x2={width - MARGIN.right} y1={row * ROW + 10} y2={row * ROW + 10} />
                <text x={LEFT - 8} y={row * ROW + 10} dy="0.32em" text-anchor="end">
                  {name}
                </text>
                {course.filter(has).map(({ at }, index) => (
                  <rect key={index} class={`fill tone-${tone}`} x={x(at) - 2} y={row * ROW + 4} width="4" height="12" />
                ))}
              </g>
            ))}
            <Below
              height={height}
              at={[
                { x: LEFT, text: clock(first), anchor: 'start' },
                { x: width - MARGIN.right, text: clock(last), anchor: 'end' },
              ]}
            />
          </>
        )
      }}
    </Frame>
  )
}

function clock(at: number): string {
  return new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}
