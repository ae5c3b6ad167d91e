import type { DeliberationView } from '../../../src/loop/runs/record-deliberation.ts'
import { Chip } from '../parts/chip.tsx'
import { Page } from '../parts/page.tsx'
import { Pager, pageQuery } from '../parts/pager.tsx'
import { RunName } from '../parts/run-name.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { useRows } from '../resource.ts'
import { linkTo } from '../router.ts'
import { counted } from '../words.ts'

/** The roles' deliberations by subject, with verdicts and evidence levels. */
export function Deliberations() {
  const found = useRows<DeliberationView>('deliberations', pageQuery())
  return (
    <Page title="Deliberations" lead="What each role concluded, and the evidence for it.">
      <Shown of={found}>
        {(list) =>
          list.rows.length === 0 ? (
            <Empty title="No role has recorded a deliberation yet.">
              <code>mettle deliberation record FILE</code>
            </Empty>
          ) : (
            <>
              <ul class="cards">
                {list.rows.map((one) => (
                  <li key={one.deliberation} class="card">
                    <One {...one} />
                  </li>
                ))}
              </ul>
              <Pager of={list} />
            </>
          )
        }
      </Shown>
    </Page>
  )
}

/** The first sentence, without headings and text already in the row. */
function gistOf(text: string): string {
  const lines = text.split('\n').filter((line) => !line.startsWith('#'))
  const said = lines
    .map((line) => line.replace(/^[>*\-\s]+|\*\*/g, '').trim())
    .find((line) => line !== '' && !/^(verdict|evidence)\b.{0,40}$/i.test(line))
  return said?.slice(0, 140) ?? ''
}

function One(one: DeliberationView) {
  const { role, phase, issue, verdict, evidenceLevel, evidenceReason, at, run, text, tokens } = one
  const gist = gistOf(text)
  const subject = issue ?? (run === undefined ? gist : <RunName id={run} />)
  return (
    <details>
      <summary>
        {verdict === 'none' ? null : <Chip of={verdict} />}
        <b class="subject">{subject}</b>
        <span class="quiet">{role}</span>
        <Time at={at} />
        {subject === gist ? null : <small class="one-line">{gist}</small>}
      </summary>
      <p class="quiet">
        {[phase, `evidence level ${evidenceLevel}`, evidenceReason].filter(Boolean).join(' · ')}
        {tokens === undefined ? '' : ` · ${counted(tokens.input + tokens.output, 'token')}`}
        {run === undefined ? null : (
          <>
            {' '}
            · <a href={linkTo(`runs/${run}`)}>its run</a>
          </>
        )}
      </p>
      <pre>{text}</pre>
    </details>
  )
}
