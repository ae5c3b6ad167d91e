import type { TaskRecord } from '../../../src/projection/fold-tasks.ts'
import { linkTo } from '../router.ts'
import { taskName } from '../words.ts'
import { Chip } from './chip.tsx'
import { RunName } from './run-name.tsx'
import { Table } from './table.tsx'
import { Time } from './time.tsx'

/** Tasks, each by its last attempt. */
export function TaskTable({ of }: { of: readonly TaskRecord[] }) {
  const link = ({ run, task }: TaskRecord) => linkTo(`tasks/${run}/${task}`)
  return (
    <Table
      label="Tasks"
      rows={of}
      keyOf={({ run, task }) => `${run} ${task}`}
      linkOf={link}
      columns={[
        { name: 'When', cell: ({ at }) => <Time at={at} /> },
        {
          name: 'Task',
          cell: (task) => (
            <>
              <a href={link(task)}>{taskName(task.task)}</a>
              <small class="one-line">
                <RunName id={task.run} />
              </small>
            </>
          ),
          isWide: true,
        },
        { name: 'Ended', cell: ({ result }) => <Chip of={result} /> },
        { name: 'Attempts', cell: ({ attempts }) => attempts, align: 'right', isExtra: true },
        {
          name: 'Counts as',
          cell: ({ feedback }) => (feedback === undefined ? '–' : <Chip of={feedback.type} />),
        },
      ]}
    />
  )
}
