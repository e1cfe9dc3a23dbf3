import { useState } from 'react'
import { MOST_NOTICE_HOURS } from '#features/core/practice/portal.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'

type Props = { hours: number; onSave: (hours: number) => Promise<void> }

/** Until how long before a visit owners may cancel it themselves. */
export function PortalNotice({ hours, onSave }: Props) {
  const [typed, setTyped] = useState(String(hours))
  const asked = Number(typed)
  const isRight = typed !== '' && Number.isInteger(asked) && asked >= 0 && asked <= MOST_NOTICE_HOURS
  return (
    <form
      className="flex flex-wrap items-end gap-2 py-1"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isRight && asked !== hours) void onSave(asked)
      }}
    >
      <Field
        label="Notice"
        help="Hours before the visit"
        error={isRight ? undefined : `A whole number of hours, up to ${MOST_NOTICE_HOURS}`}
      >
        <NumberInput
          min={0}
          max={MOST_NOTICE_HOURS}
          suffix="h"
          className="w-32"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {isRight && asked !== hours && (
        <Button type="submit" className="mb-6">
          Save notice
        </Button>
      )}
    </form>
  )
}
