import type { ReceiptView } from '../../../src/loop/runs/list-runs.ts'
import { linkTo } from '../router.ts'
import { surfaceName } from '../words.ts'
import { Section } from './page.tsx'
import { Table } from './table.tsx'
import { Time } from './time.tsx'

/** What each injection showed a run; empty without injections. */
export function Receipts({ of, isCut = false }: { of: readonly ReceiptView[]; isCut?: boolean }) {
  return of.length === 0 ? null : (
    <Section title="Receipts" aside={isCut ? `the newest ${of.length}` : 'what the agent was given to read, each time'}>
      <Table
        label="Receipts of this run"
        rows={of}
        keyOf={({ receipt }) => receipt}
        linkOf={({ receipt }) => linkTo(`receipts/${receipt}`)}
        columns={[
          { name: 'When', cell: ({ at }) => <Time at={at} /> },
          {
            name: 'For',
            cell: ({ receipt, surface, agent, role, tool }) => (
              <a href={linkTo(`receipts/${receipt}`)}>
                {agent ?? role ?? tool ?? 'the session'}, {surfaceName(surface)}
              </a>
            ),
            isWide: true,
          },
          { name: 'Shown', cell: ({ items }) => items.length, align: 'right' },
          { name: 'Left out', cell: ({ displacedTotal }) => displacedTotal, align: 'right', isExtra: true },
          {
            name: 'Tokens',
            cell: ({ usedTokens, budgetTokens }) => `${usedTokens} of ${budgetTokens}`,
            align: 'right',
            isExtra: true,
          },
        ]}
      />
    </Section>
  )
}
