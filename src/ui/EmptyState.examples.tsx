import { Plus } from 'lucide-react'
import { Button } from '#ui/Button.tsx'
import { EmptyState, ErrorState, ForbiddenState, OfflineState, TooMuchState } from '#ui/EmptyState.tsx'
import type { Examples } from '#ui/examples.ts'
import { HorseshoeIcon } from '#ui/icons.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

export const examples: Examples = {
  name: 'States of a screen',
  states: [
    {
      title: 'Empty',
      render: () => (
        <EmptyState
          icon={HorseshoeIcon}
          title="No horses yet"
          action={
            <Button variant="primary" icon={Plus}>
              Add Horse
            </Button>
          }
        >
          Get started by adding your first horse.
        </EmptyState>
      ),
    },
    { title: 'Loading', render: () => <SkeletonRows label="Loading horses..." /> },
    {
      title: 'Error',
      render: () => (
        <ErrorState title="The report could not be made" onRetry={() => undefined}>
          The server did not answer in time. Your choices are kept.
        </ErrorState>
      ),
    },
    { title: 'Offline', render: () => <OfflineState /> },
    {
      title: 'Not yours to see',
      render: () => <ForbiddenState title="Only Gareth can see money">Ask him to change your access to the practice.</ForbiddenState>,
    },
    {
      title: 'Too much',
      render: () => <TooMuchState title="2,318 entries">Showing the newest 200. Narrow by horse or date.</TooMuchState>,
    },
  ],
}
