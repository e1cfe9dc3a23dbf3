import { Card } from '#ui/Card.tsx'
import { ForbiddenState } from '#ui/EmptyState.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'

/** Shown to an apprentice instead of the books. */
export const NotForEverybody = ({ title }: { title: string }) => (
  <Page>
    <PageHeader title={title} />
    <Card className="max-w-[760px]">
      <ForbiddenState title="Apprentices don't see money">Ask the practice's owner if you need something from here.</ForbiddenState>
    </Card>
  </Page>
)
