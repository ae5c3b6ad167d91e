import type { RunDetail } from '../../../src/loop/list-runs.ts'
import { Chip } from '../parts/chip.tsx'
import { Facts } from '../parts/facts.tsx'
import { Figures, Page, Section } from '../parts/page.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { useResource } from '../resource.ts'
import { linkTo } from '../router.ts'
import { spoken } from '../words.ts'

/** One run: what it was shown, what came of it, what happened in it. */
export function RunPage({ id }: { id: string }) {
  const run = useResource<RunDetail>(`runs/${encodeURIComponent(id)}`)
  return (
    <Page title={`Run ${id}`}>
      <Shown of={run}>
        {(data) => (
          <>
            <Figures
              of={[
                {
                  label: 'Ended',
                  value: spoken(data.result),
                  note: data.observedBy === undefined ? 'nothing told yet' : `seen by ${data.observedBy}`,
                },
                { label: 'Begun', value: <Time at={data.firstAt} /> },
                { label: 'Last active', value: <Time at={data.lastAt} /> },
                { label: 'Shown', value: data.shown, note: `${data.withheld} withheld at random` },
                { label: 'Applied', value: data.applied, note: `${data.cited} more only cited` },
                { label: 'Errors', value: data.errors },
              ]}
            />
            <Patterns run={data} />
            <Receipts run={data} />
            <Section title="What happened">
              <Facts of={data.timeline} withRuns={false} />
            </Section>
          </>
        )}
      </Shown>
    </Page>
  )
}

function Patterns({ run: { patterns } }: { run: RunDetail }) {
  return (
    <Section title="Patterns in it">
      {patterns.length === 0 ? (
        <Empty title="It was shown none." />
      ) : (
        <Table
          label="Patterns of this run"
          rows={patterns}
          keyOf={({ pattern }) => pattern}
          linkOf={({ pattern }) => linkTo(`patterns/${pattern}`)}
          columns={[
            { name: 'Got as far as', cell: ({ tier }) => <Chip of={tier} /> },
            {
              name: 'Pattern',
              cell: ({ pattern, text }) => <a href={linkTo(`patterns/${pattern}`)}>{text || pattern}</a>,
              isWide: true,
            },
          ]}
        />
      )}
    </Section>
  )
}

function Receipts({ run: { receiptList } }: { run: RunDetail }) {
  return receiptList.length === 0 ? null : (
    <Section title="Receipts" aside="what each injection put in front of it">
      <Table
        label="Receipts of this run"
        rows={receiptList}
        keyOf={({ receipt }) => receipt}
        linkOf={({ receipt }) => linkTo(`receipts/${receipt}`)}
        columns={[
          { name: 'When', cell: ({ at }) => <Time at={at} /> },
          {
            name: 'For',
            cell: ({ receipt, surface, agent, role, tool }) => (
              <a href={linkTo(`receipts/${receipt}`)}>
                {spoken(surface)}: {agent ?? role ?? tool ?? 'the session'}
              </a>
            ),
            isWide: true,
          },
          { name: 'Shown', cell: ({ items }) => items.length, align: 'right' },
          { name: 'No room', cell: ({ displacedTotal }) => displacedTotal, align: 'right', isExtra: true },
          {
            name: 'Tokens',
            cell: ({ usedTokens, budgetTokens }) => `${usedTokens} of ${budgetTokens}`,
            align: 'right',
          },
        ]}
      />
    </Section>
  )
}
