import type { FoundPattern } from '../../../src/loop/learning/review.ts'
import type { ApprovalView } from '../../../src/loop/views/approval-view.ts'
import { post } from '../api.ts'
import { askReason } from '../parts/ask-reason.tsx'
import { Chip } from '../parts/chip.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Empty, Shown, Whole } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { attempt } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { linkTo } from '../router.ts'
import { counted } from '../words.ts'

/** The steps that the gate stopped, and what people answered. */
export function Approvals() {
  const approvals = useResource<ApprovalView[]>('approvals', { limit: 100 })
  const found = useResource<FoundPattern[]>('review')
  return (
    <Page
      title="Approvals"
      lead="What waits for a person: steps that the gate stopped, and lessons that were found in sessions."
    >
      <Whole of={[approvals, found]}>
        <Shown of={approvals}>
          {(list) => {
            const waiting = list.filter(({ state }) => state === 'open')
            const answered = list.filter(({ state }) => state !== 'open')
            return (
              <>
                {waiting.length === 0 ? (
                  <Empty title="No step waits for you." />
                ) : (
                  <ul class="cards">
                    {waiting.map((one) => (
                      <li key={one.approval} class="card">
                        <Waiting of={one} />
                      </li>
                    ))}
                  </ul>
                )}
                <Section title="Answered">
                  {answered.length === 0 ? (
                    <p class="quiet">None yet.</p>
                  ) : (
                    <ul class="facts">
                      {answered.map(({ approval, action, answer, askedAt }) => (
                        <li key={approval}>
                          <Time at={answer?.at ?? askedAt} />
                          <span>
                            {answer === undefined ? null : <Chip of={answer.answer} />} <code>{action}</code>{' '}
                            <small>
                              {answer?.by}
                              {answer?.reason === undefined ? '' : `: ${answer.reason}`}
                            </small>
                          </span>
                        </li>
                      ))}
                    </ul>
                  )}
                </Section>
              </>
            )
          }}
        </Shown>
        <Section title="Lessons found in sessions">
          <Shown of={found}>
            {(list) =>
              list.length === 0 ? (
                <p class="quiet">None waits for you.</p>
              ) : (
                <ul class="cards">
                  {list.map((one) => (
                    <li key={one.pattern} class="card">
                      <Found of={one} />
                    </li>
                  ))}
                </ul>
              )
            }
          </Shown>
        </Section>
      </Whole>
    </Page>
  )
}

/** A lesson that no agent is shown until a person accepts it. */
function Found({ of: { pattern, text, foundAt, whatHappened } }: { of: FoundPattern }) {
  const path = `review/${encodeURIComponent(pattern)}/accept`
  const accept = () => attempt(() => post(path, {}), { done: 'It is your rule now.' })
  const edit = async () => {
    const words = { label: 'Your words', value: text }
    const given = await askReason({ title: 'Accept in other words', action: 'Accept', text: words })
    if (given !== undefined) await attempt(() => post(path, { text: given.text }), { done: 'It is your rule now.' })
  }
  const dismiss = async () => {
    const given = await askReason({
      title: 'Dismiss this lesson?',
      detail: text,
      action: 'Dismiss',
      isGrave: true,
    })
    if (given === undefined) return
    const decided = `patterns/${encodeURIComponent(pattern)}`
    await attempt(() => post(`${decided}/deprecate`, { reason: given.reason }), {
      done: 'Dismissed.',
      undo: () => post(`${decided}/reset`, { reason: `undo: ${given.reason}` }),
    })
  }
  return (
    <>
      <p>
        <a href={linkTo(`patterns/${pattern}`)}>{text}</a>
      </p>
      <p class="quiet">
        Found <Time at={foundAt} />. {whatHappened[0]}
      </p>
      <div class="actions">
        <button type="button" class="primary" onClick={() => void accept()}>
          Accept
        </button>
        <button type="button" onClick={() => void edit()}>
          Edit
        </button>
        <button type="button" onClick={() => void dismiss()}>
          Dismiss
        </button>
      </div>
    </>
  )
}

function Waiting({ of: { approval, action, adapters, risk, reasons, askedAt, asked, run } }: { of: ApprovalView }) {
  const answer = async (word: 'allow' | 'deny') => {
    const given = await askReason({
      title: word === 'allow' ? 'Allow this step?' : 'Refuse this step?',
      detail: action,
      action: word === 'allow' ? 'Allow' : 'Refuse',
      isGrave: word === 'deny',
    })
    if (given === undefined) return
    const path = `approvals/${encodeURIComponent(approval)}/answer`
    const other = word === 'allow' ? 'deny' : 'allow'
    const undo = () => post(path, { answer: other, reason: `undo: ${given.reason}` })
    await attempt(() => post(path, { answer: word, reason: given.reason }), {
      done: word === 'allow' ? 'Allowed.' : 'Refused.',
      undo,
    })
  }
  return (
    <>
      <pre>{action}</pre>
      <p>
        {adapters.map((adapter) => (
          <a key={adapter} href={linkTo(`adapters/${adapter}`)}>
            {adapter}
          </a>
        ))}{' '}
        · {risk} risk · asked {counted(asked, 'time')}, first <Time at={askedAt} />
        {run === undefined ? null : (
          <>
            {' '}
            in <a href={linkTo(`runs/${run}`)}>{run}</a>
          </>
        )}
      </p>
      <ul class="plain-list quiet">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <div class="actions">
        <button type="button" class="primary" onClick={() => void answer('allow')}>
          Allow
        </button>
        <button type="button" onClick={() => void answer('deny')}>
          Refuse
        </button>
      </div>
    </>
  )
}
