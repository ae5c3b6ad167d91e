import type { FoundPattern } from '../../../src/loop/learning/review.ts'
import type { ApprovalView } from '../../../src/loop/views/approval-view.ts'
import { post } from '../api.ts'
import { Act } from '../parts/act.tsx'
import { decide } from '../parts/ask-reason.tsx'
import { Chip } from '../parts/chip.tsx'
import { decidePatterns } from '../parts/decide-patterns.ts'
import { Page, Section } from '../parts/page.tsx'
import { RunLink } from '../parts/run-name.tsx'
import { Empty, Shown, Whole } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { attempt } from '../parts/toast.tsx'
import { useResource, useRows } from '../resource.ts'
import { linkTo } from '../router.ts'
import { newestOf, number, worded } from '../words.ts'

/** Maximum steps shown per state; a card has about thirty nodes. */
const MOST = 50

/** The steps that the gate stopped, and what people answered. */
export function Approvals() {
  const waitingSteps = useRows<ApprovalView>('approvals', { states: 'open', limit: MOST })
  const answeredSteps = useRows<ApprovalView>('approvals', { states: 'allowed,refused', limit: MOST })
  const found = useResource<FoundPattern[]>('review')
  return (
    <Page title="Approvals" lead="Steps that the gate stopped, and lessons found in sessions. Both need your decision.">
      <Whole of={[waitingSteps, answeredSteps, found]}>
        <Shown of={waitingSteps}>
          {({ rows: waiting, total = waiting.length }) => {
            const { rows: answered = [], total: allAnswered = 0 } = answeredSteps.data ?? {}
            return (
              <>
                {waiting.length < total ? <p class="quiet">{newestOf(waiting.length, total)} steps</p> : null}
                {waiting.length === 0 ? (
                  <Empty title="No step needs your approval." />
                ) : (
                  <ul class="cards">
                    {waiting.map((one) => (
                      <li key={one.approval} class="card">
                        <Waiting of={one} />
                      </li>
                    ))}
                  </ul>
                )}
                <Section title="Answered" aside={newestOf(answered.length, allAnswered)}>
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
        <Section
          title="Lessons found in sessions"
          aside={newestOf(Math.min(MOST, found.data?.length ?? 0), found.data?.length ?? 0)}
        >
          <Shown of={found}>
            {(list) =>
              list.length === 0 ? (
                <p class="quiet">None to review.</p>
              ) : (
                <ul class="cards">
                  {list.slice(0, MOST).map((one) => (
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
  const edit = () =>
    decide(
      {
        title: 'Accept with changes',
        about: pattern,
        action: 'Accept',
        text: { label: 'Text of the rule', value: text },
        isReasonless: true,
      },
      (given) => post(path, { text: given.text }),
      { done: 'It is your rule now.' },
    )
  const dismiss = () =>
    decidePatterns('deprecate', [pattern], {
      title: 'Dismiss this lesson?',
      detail: text,
      action: 'Dismiss',
      done: 'Dismissed.',
    })
  return (
    <>
      <p>
        <a href={linkTo(`patterns/${pattern}`)}>{text}</a>
      </p>
      <p class="quiet">
        Found <Time at={foundAt} />. {whatHappened[0]}
      </p>
      <div class="actions">
        <Act isPrimary on={accept}>
          Accept
        </Act>
        <Act on={edit}>Edit</Act>
        <Act on={dismiss}>Dismiss</Act>
      </div>
    </>
  )
}

function Waiting({ of: { approval, action, adapters, risk, reasons, askedAt, asked, run } }: { of: ApprovalView }) {
  const path = `approvals/${encodeURIComponent(approval)}/answer`
  const answer = (word: 'allow' | 'deny') =>
    decide(
      {
        title: word === 'allow' ? 'Allow this step?' : 'Refuse this step?',
        about: approval,
        detail: <code>{action}</code>,
        action: word === 'allow' ? 'Allow' : 'Refuse',
        isGrave: word === 'deny',
      },
      ({ reason }) => post(path, { answer: word, reason }),
      {
        done: word === 'allow' ? 'Allowed.' : 'Refused.',
        undo: ({ reason }) => post(path, { answer: word === 'allow' ? 'deny' : 'allow', reason: `undo: ${reason}` }),
      },
    )
  return (
    <>
      <pre>{action}</pre>
      <p>
        {adapters.map((adapter) => (
          <a key={adapter} href={linkTo(`adapters/${adapter}`)}>
            {adapter}
          </a>
        ))}{' '}
        · {risk} risk · {asked === 1 ? 'asked' : `asked ${number(asked)} times, first`} <Time at={askedAt} />
        {run === undefined ? null : (
          <>
            {' '}
            in <RunLink id={run} />
          </>
        )}
      </p>
      <ul class="plain-list quiet">
        {reasons.map((reason) => (
          <li key={reason}>{worded(reason)}</li>
        ))}
      </ul>
      <div class="actions">
        <Act isPrimary on={() => answer('allow')}>
          Allow
        </Act>
        <Act on={() => answer('deny')}>Refuse</Act>
      </div>
    </>
  )
}
