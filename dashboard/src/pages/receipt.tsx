import type { ReceiptDetail, RunDetail } from '../../../src/loop/runs/list-runs.ts'
import { Chip } from '../parts/chip.tsx'
import { Figures, Page, Section } from '../parts/page.tsx'
import { Shown, Whole } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { useResource } from '../resource.ts'
import { linkTo } from '../router.ts'
import { counted, number, observed, percent, surfaceName } from '../words.ts'

/** One injection: the text that the agent read, what was left out and why, what was predicted, and how the run ended. */
export function ReceiptPage({ id }: { id: string }) {
  const receipt = useResource<ReceiptDetail>(`receipts/${encodeURIComponent(id)}`)
  const run = receipt.data?.run
  const ended = useResource<RunDetail>(run === undefined ? undefined : `runs/${encodeURIComponent(run)}`)
  return (
    <Page
      title="What the agent was shown"
      lead={
        <>
          Receipt <code>{id}</code>
          {run === undefined ? null : (
            <>
              {' '}
              of <a href={linkTo(`runs/${run}`)}>{ended.data?.about ?? run}</a>
            </>
          )}
        </>
      }
    >
      <Whole of={[receipt, ...(run === undefined ? [] : [ended])]}>
        <Shown of={receipt}>{(data) => <Receipt receipt={data} run={ended.data} />}</Shown>
      </Whole>
    </Page>
  )
}

function Receipt({ receipt, run }: { receipt: ReceiptDetail; run: RunDetail | undefined }) {
  const { at, surface, agent, role, tool, usedTokens, budgetTokens, request, prediction, block, items, texts } = receipt
  return (
    <>
      <Figures
        of={[
          { label: 'When', value: <Time at={at} />, note: surfaceName(surface) },
          { label: 'Read by', value: agent ?? role ?? tool ?? 'the session' },
          { label: 'Tokens', value: number(usedTokens), note: `of ${number(budgetTokens)} allowed` },
          {
            label: 'Expected to succeed',
            value: prediction === undefined ? '–' : percent(prediction, 1),
            note: prediction === undefined ? 'no prediction' : 'predicted when it was shown',
          },
          {
            label: 'The run ended',
            value: run === undefined ? '–' : <Chip of={run.result} />,
            note: observed(run?.observedBy),
          },
        ]}
      />
      {request.task === undefined && request.command === undefined ? null : (
        <Section title={request.command === undefined ? 'The task' : 'The command'}>
          <pre>{request.task ?? request.command}</pre>
        </Section>
      )}
      {block === undefined ? null : (
        <Section title="The text that the agent read" aside="exactly as it was given">
          <pre class="read-text">{block}</pre>
        </Section>
      )}
      <Section title="The patterns in it" aside="in this order, as they are worded now">
        {items.length === 0 ? (
          <p class="quiet">Nothing was shown.</p>
        ) : (
          <ol class="read">
            {items.map(({ pattern, tokens }) => (
              <li key={pattern}>
                <a href={linkTo(`patterns/${pattern}`)}>{texts[pattern] ?? pattern}</a>
                <details>
                  <summary class="quiet">{counted(tokens, 'token')}, why it was shown</summary>
                  <p class="formula">{receipt.fates[pattern]}</p>
                </details>
              </li>
            ))}
          </ol>
        )}
      </Section>
      <Entries title="Left out" entries={receipt.displaced} of={receipt} total={receipt.displacedTotal} />
      <Entries
        title="Withheld at random"
        entries={receipt.withheld}
        of={{
          ...receipt,
          fates: Object.fromEntries(
            receipt.withheld.map(({ pattern, propensity }) => [pattern, withheldWords(propensity)]),
          ),
        }}
      />
    </>
  )
}

function withheldWords(propensity: number): string {
  return `withheld from ${percent(1 - propensity, 1)} of runs, to measure what it changes`
}

interface Entry {
  readonly pattern: string
  readonly tokens: number
}

function Entries({
  title,
  entries,
  total = entries.length,
  of: { texts, fates },
}: {
  title: string
  entries: readonly Entry[]
  total?: number
  of: Pick<ReceiptDetail, 'texts' | 'fates'>
}) {
  return (
    <Section title={title} aside={total > entries.length ? `the first ${entries.length} of ${number(total)}` : ''}>
      {entries.length === 0 ? (
        <p class="quiet">None.</p>
      ) : (
        <Table
          label={title}
          rows={entries}
          keyOf={({ pattern }) => pattern}
          columns={[
            {
              name: 'Pattern',
              cell: ({ pattern }) => <a href={linkTo(`patterns/${pattern}`)}>{texts[pattern] ?? pattern}</a>,
              isWide: true,
            },
            { name: 'Why', cell: ({ pattern }) => fates[pattern], isWide: true },
            { name: 'Tokens', cell: ({ tokens }) => tokens, align: 'right', isExtra: true },
          ]}
        />
      )}
    </Section>
  )
}
