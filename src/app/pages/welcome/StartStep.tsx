import { Import, Pencil } from 'lucide-react'
import { useId } from 'react'
import type { StepProps } from '#app/pages/welcome/StepForm.tsx'
import { DemoCard } from '#features/core/practice/web/DemoCard.tsx'
import { useSignInOptions } from '#features/core/practice/web/data.ts'
import { Button } from '#ui/Button.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'

/** By hand, with what one has already, or with a look at an invented practice first. */
export function StartStep({ next, back, finish }: StepProps) {
  const id = useId()
  const options = useSignInOptions()
  return (
    <div className="grid gap-3">
      <Button variant="primary" icon={Pencil} block onClick={() => next()}>
        Add a first client by hand
      </Button>
      <LinkButton href="/settings/import" icon={Import} block aria-describedby={id}>
        Bring what you have
      </LinkButton>
      <p id={id} className="text-14 text-ink-2">
        A spreadsheet of horses, clients or yards, an address book, or a diary from another program. You see everything first.
      </p>
      {options.demo && (
        <DemoCard>Or look round an invented practice first. Yours stays as it is: sign in again to come back to it.</DemoCard>
      )}
      <div className="flex justify-between gap-2">
        <Button variant="quiet" onClick={back}>
          Back
        </Button>
        <Button onClick={finish}>Go to the diary</Button>
      </div>
    </div>
  )
}
