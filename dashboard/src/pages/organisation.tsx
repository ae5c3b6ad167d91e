import type { OrganisationView } from '../../../src/loop/exchange/organisation.ts'
import { Page, Section } from '../parts/page.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { useResource } from '../resource.ts'

/** The patterns that the organisation's projects share. */
export function Organisation() {
  const organisation = useResource<OrganisationView>('organisation')
  return (
    <Page title="Organisation" lead="Patterns that projects share. Their counts are shown here and never scored.">
      {organisation.error?.status === 409 && organisation.data === undefined ? (
        <Empty title={organisation.error.message}>
          <p>{organisation.error.hint}</p>
        </Empty>
      ) : (
        <Shown of={organisation}>
          {({ sources, patterns, refused }) =>
            patterns.length === 0 ? (
              <Empty title="Nothing has been shared yet.">
                <code>mettle push</code>
              </Empty>
            ) : (
              <>
                <Section title="Projects">
                  <Table
                    label="Projects"
                    rows={sources}
                    keyOf={({ journal }) => journal}
                    columns={[
                      {
                        name: 'Project',
                        cell: ({ project, own }) => (own ? `${project} (this one)` : project),
                        isWide: true,
                      },
                      { name: 'Patterns', cell: ({ patterns: count }) => count, align: 'right' },
                      { name: 'Last pushed', cell: ({ lastPushedAt }) => <Time at={lastPushedAt} /> },
                    ]}
                  />
                </Section>
                <Section title="Patterns">
                  <Table
                    label="Shared patterns"
                    rows={patterns}
                    keyOf={({ journal, pattern }) => `${journal}/${pattern}`}
                    columns={[
                      { name: 'Pattern', cell: ({ text }) => text, isWide: true },
                      { name: 'From', cell: ({ project, own }) => (own ? 'this project' : project) },
                      { name: 'Seen', cell: ({ evidence }) => evidence.sightings, align: 'right' },
                    ]}
                  />
                </Section>
                {refused.length === 0 ? null : (
                  <p class="quiet">
                    {refused.length} pushed by others and refused; to see why: mettle organisation list
                  </p>
                )}
              </>
            )
          }
        </Shown>
      )}
    </Page>
  )
}
