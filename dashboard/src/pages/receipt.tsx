import type { ComponentChildren } from 'preact'
import type { ReceiptDetail } from '../../../src/loop/list-runs.ts'
import { Figures, Page, Section } from '../parts/page.tsx'
import { Shown } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { useResource } from '../resource.ts'
import { linkTo } from '../router.ts'
import { spoken } from '../words.ts'

/** One injection: what was shown and why, what found no room, and what was withheld. */
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
      <Entries title="Shown" entries={receipt.items} texts={receipt.texts}>
        {({ parts }) => (parts === undefined ? '' : partsOf(parts))}
      </Entries>
      <Entries title="No room" entries={receipt.displaced} texts={receipt.texts}>
        {({ reason }) => REASONS[reason ?? ''] ?? ''}
      </Entries>
      <Entries title="Withheld at random" entries={receipt.withheld} texts={receipt.texts}>
        {({ propensity }) => (propensity === undefined ? '' : `shown with probability ${propensity}`)}
      </Entries>
    </>
  )
}

interface Entry {
  readonly pattern: string
  readonly score: number
  readonly tokens: number
  readonly parts?: Readonly<Record<string, number>>
  readonly reason?: string
  readonly propensity?: number
}

const REASONS: Readonly<Record<string, string>> = {
  budget: 'the budget was spent',
  cap: 'enough others ranked higher',
  score: 'it scores too little',
  flag: 'it fails when applied',
}

function partsOf(parts: Readonly<Record<string, number>>): string {
  return ['successRate', 'decay', 'categoryWeight', 'multiplier', 'boost', 'semantic']
    .flatMap((name) =>
      parts[name] === undefined || (name === 'boost' && parts[name] === 0)
        ? []
        : [[name, parts[name]] as const],
    )
    .map(([name, value]) => `${spoken(name.replaceAll(/([A-Z])/g, ' $1').toLowerCase())} ${value.toFixed(2)}`)
    .join(' · ')
}

function Entries({
  title,
  entries,
  texts,
  children,
}: {
  title: string
  entries: readonly Entry[]
  texts: ReceiptDetail['texts']
  children: (entry: Entry) => ComponentChildren
}) {
  const columns: Column<Entry>[] = [
    { name: 'Score', cell: ({ score }) => score.toFixed(2), align: 'right' },
    {
      name: 'Pattern',
      cell: (entry) => (
        <>
          <a href={linkTo(`patterns/${entry.pattern}`)}>{texts[entry.pattern] ?? entry.pattern}</a>
          <br />
          <small>{children(entry)}</small>
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
