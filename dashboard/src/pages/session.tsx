import type { ReceiptView } from '../../../src/loop/runs/list-runs.ts'
import type { SessionStory } from '../../../src/loop/sessions/show-session.ts'
import { SessionStrip } from '../charts/session-strip.tsx'
import { Chip } from '../parts/chip.tsx'
import { Figures, Page, Section } from '../parts/page.tsx'
import { InPages } from '../parts/pager.tsx'
import { Receipts } from '../parts/receipts.tsx'
import { RunPatterns } from '../parts/run-patterns.tsx'
import { Empty, isAwaited, Shown, Whole } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Clock, Time } from '../parts/time.tsx'
import { useResource, useRows } from '../resource.ts'
import { linkTo } from '../router.ts'
import { counted, exactTime, newestOf, taskName } from '../words.ts'

/** One session of a client: how its work ended, what was learned from it, what it was shown, and step by step what happened. */
export function SessionPage({ id }: { id: string }) {
  const story = useResource<SessionStory>(`sessions/${encodeURIComponent(id)}`)
  const receipts = useRows<ReceiptView>('receipts', { run: id, limit: 50 })
  const shown = isAwaited([story, receipts]) ? undefined : story.data
  return (
    <Page title={shown?.about?.text ?? 'Session'} lead={shown === undefined ? ' ' : <Lead {...shown} />}>
      <Whole of={[story, receipts]}>
        <Shown of={story}>
          {(data) => (
            <>
              <Numbers story={data} />
              <Section title="How its work ended">
                <Works story={data} />
              </Section>
              <Section title="What was learned from it">
                <Learned story={data} />
              </Section>
              <RunPatterns of={data.patterns} />
              <Shown of={receipts}>{(found) => <Receipts of={found.rows} isCut={found.next !== undefined} />}</Shown>
              <Section title="Timeline" aside={`from ${exactTime(data.firstAt)} to ${exactTime(data.lastAt)}`}>
                <Course story={data} />
              </Section>
            </>
          )}
        </Shown>
      </Whole>
    </Page>
  )
}

function Lead({ run, client, model }: SessionStory) {
  return (
    <>
      {client ?? 'an unknown client'}
      {model === undefined ? '' : `, ${model}`} · <a href={linkTo(`runs/${run}`)}>its run</a>
    </>
  )
}

function Numbers({ story }: { story: SessionStory }) {
  const { firstAt, lastAt, prompts, steps, edits, errors, denied, withheld, patterns } = story
  return (
    <Figures
      of={[
        { label: 'Started', value: <Time at={firstAt} /> },
        { label: 'Last active', value: <Time at={lastAt} /> },
        { label: 'Prompts', value: prompts },
        { label: 'Steps', value: steps, note: `${counted(edits, 'edit')}, ${errors} failed` },
        { label: 'Blocked actions', value: denied, isWarning: denied > 0 },
        { label: 'Shown', value: patterns.length, note: `${withheld} withheld at random` },
      ]}
    />
  )
}

function Works({ story: { run, works } }: { story: SessionStory }) {
  if (works.length === 0) return <Empty title="Nothing shows how its work ended." />
  return (
    <Table
      label="Work of this session"
      rows={works}
      keyOf={({ task }) => task}
      linkOf={({ task }) => linkTo(`tasks/${run}/${task}`)}
      columns={[
        { name: 'Work', cell: ({ task }) => <a href={linkTo(`tasks/${run}/${task}`)}>{taskName(task)}</a> },
        { name: 'Ended', cell: ({ result }) => <Chip of={result} /> },
        { name: 'Because', cell: ({ why }) => why, isWide: true },
        { name: 'Counts as', cell: ({ countsAs = '–' }) => countsAs, isExtra: true },
      ]}
    />
  )
}

function Learned({ story: { learned } }: { story: SessionStory }) {
  if (learned.length === 0) return <Empty title="No lesson came from it." />
  return (
    <Table
      label="What was learned"
      rows={learned}
      keyOf={({ learning }) => learning}
      columns={[
        {
          name: 'Result',
          cell: ({ status, reason }) => <Chip of={status} {...(reason ? { title: reason } : {})} />,
        },
        { name: 'Lesson', cell: ({ lesson }) => lesson, isWide: true },
        { name: 'Found by', cell: ({ by }) => by, isExtra: true },
      ]}
    />
  )
}

const PART = 30

function Course({ story: { course, courseLength } }: { story: SessionStory }) {
  if (course.length === 0) return <p class="quiet">No step is on record.</p>
  return (
    <>
      {course.length < courseLength ? <p class="quiet">{newestOf(course.length, courseLength)} steps</p> : null}
      <SessionStrip course={course} />
      <InPages of={course} size={PART}>
        {(part) => (
          <ul class="facts">
            {part.map(({ at, is, text, ended }, index) => (
              <li key={`${at} ${index}`}>
                <Clock at={at} />
                <span>
                  {is === 'tool' ? <code>{text}</code> : is === 'prompt' ? <b>{text}</b> : text}{' '}
                  {ended === undefined || ended === 'passed' ? null : <Chip of={ended} />}
                </span>
              </li>
            ))}
          </ul>
        )}
      </InPages>
    </>
  )
}
