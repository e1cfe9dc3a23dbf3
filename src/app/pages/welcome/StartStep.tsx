import { Import, Pencil } from 'lucide-react'
import type { StepProps } from '#app/pages/welcome/StepForm.tsx'
import { DemoCard } from '#features/practice/web/DemoCard.tsx'
import { useSignInOptions } from '#features/practice/web/data.ts'
import { Button } from '#ui/Button.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'

/** By hand, with what one has already, or with a look at an invented practice first. */
export function StartStep({ next, back, finish }: StepProps) {
  const options = useSignInOptions()
  return (
    <div className="grid gap-3">
      <Button variant="primary" icon={Pencil} block onClick={() => next()}>
        Add a first client by hand
      </Button>
      <LinkButton href="/settings/import" icon={Import} block>
        Bring contacts and a diary
      </LinkButton>
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
