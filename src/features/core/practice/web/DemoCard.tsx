import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { openDemo } from '#features/core/practice/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Note } from '#ui/Note.tsx'

/** Opens the demo practice; only shown where the server offers it. */
export function DemoCard({ children }: { children?: string }) {
  const [, navigate] = useLocation()
  const opening = useMutation({ mutationFn: openDemo, onSuccess: () => navigate('/') })
  return (
    <Card padded>
      <p className="mb-3">
        {children ??
          "Or look round first: a made-up practice with 40 clients, 95 horses and a full round today. It's yours alone, and is deleted once you haven't used it for a day."}
      </p>
      <Button block busy={opening.isPending} busyLabel="Opening..." onClick={() => pressed(opening, undefined)}>
        Open the demo practice
      </Button>
      {opening.error && (
        <Note tone="late" live className="mt-3">
          {sentenceOf(opening.error)}
        </Note>
      )}
    </Card>
  )
}
