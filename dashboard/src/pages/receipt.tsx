import type { ReceiptDetail } from '../../../src/loop/runs/list-runs.ts'
import { Figures, Page, Section } from '../parts/page.tsx'
import { Shown } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { useResource } from '../resource.ts'
import { linkTo } from '../router.ts'
import { spoken } from '../words.ts'

/** One injection: what was shown, left out and withheld, and why. */
export function ReceiptPage({ id }: { id: string }) {
  const receipt = useResource<ReceiptDetail>(`receipts/${encodeURIComponent(id)}`)
  return (
    <Page
      title="Receipt"
      lead={
        <>
          <code>{id}</code>
          {receipt.data?.run === undefined ? null : (
            <>
              {' '}
              of run <a href={linkTo(`runs/${receipt.data.run}`)}>{receipt.data.run}</a>
            </>
          )}
        </>
      }
    >
      <Shown of={receipt}>{(data) => <Whole receipt={data} />}</Shown>
    </Page>
  )
}

function Whole({ receipt }: { receipt: ReceiptDetail }) {
  const { at, surface, agent, role, tool, usedTokens, budgetTokens, path, profile, request } = receipt
  return (
    <>
      <Figures
        of={[
          { label: 'When', value: <Time at={at} /> },
          { label: 'Where', value: spoken(surface), note: agent ?? role ?? tool ?? 'the session' },
          { label: 'Tokens', value: usedTokens, note: `of ${budgetTokens}` },
          { label: 'Form', value: path, note: `scored by ${profile}` },
        ]}
      />
      {request.task === undefined && request.command === undefined ? null : (
        <Section title="Asked for">
          <pre>{request.task ?? request.command}</pre>
        </Section>
      )}
      <Entries title="Shown" entries={receipt.items} of={receipt} />
      <Entries title="Left out" entries={receipt.displaced} of={receipt} />
      <Entries title="Withheld at random" entries={receipt.withheld} of={receipt} />
    </>
  )
}

interface Entry {
  readonly pattern: string
  readonly tokens: number
}

function Entries({
  title,
  entries,
  of: { texts, fates, worths, profile },
}: {
  title: string
  entries: readonly Entry[]
  of: ReceiptDetail
}) {
  const columns: Column<Entry>[] = [
    profile === 'bayes'
      ? { name: 'Value', cell: ({ pattern }) => worths[pattern]?.toFixed(3), align: 'right' }
      : { name: 'Score', cell: ({ pattern }) => worths[pattern]?.toFixed(2), align: 'right' },
    {
      name: 'Pattern',
      cell: (entry) => (
        <>
          <a href={linkTo(`patterns/${entry.pattern}`)}>{texts[entry.pattern] ?? entry.pattern}</a>
          <br />
          <small>{fates[entry.pattern]}</small>
        </>
      ),
      isWide: true,
    },
    { name: 'Tokens', cell: ({ tokens }) => tokens, align: 'right', isExtra: true },
  ]
  return (
    <Section title={title}>
      {entries.length === 0 ? (
        <p class="quiet">None.</p>
      ) : (
        <Table label={title} rows={entries} keyOf={({ pattern }) => pattern} columns={columns} />
      )}
    </Section>
  )
}
