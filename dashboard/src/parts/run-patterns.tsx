import { linkTo } from '../router.ts'
import { Chip } from './chip.tsx'
import { Section } from './page.tsx'
import { Empty } from './states.tsx'
import { Table } from './table.tsx'

interface Seen {
  readonly pattern: string
  readonly text: string
  readonly tier: string
}

/** The patterns that a run was shown, and how far each got in it. */
export function RunPatterns({ of }: { of: readonly Seen[] }) {
  return (
    <Section title="Patterns it was shown">
      {of.length === 0 ? (
        <Empty title="No pattern was shown." />
      ) : (
        <Table
          label="Patterns of this run"
          rows={of}
          keyOf={({ pattern }) => pattern}
          linkOf={({ pattern }) => linkTo(`patterns/${pattern}`)}
          columns={[
            { name: 'Use', cell: ({ tier }) => <Chip of={tier} /> },
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
