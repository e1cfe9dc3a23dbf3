import type { Member } from '#features/core/practice/contract.ts'
import { diaryMembers } from '#features/core/practice/rules.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'

type Props = {
  label: string
  /** A member's id; empty for everyone. */
  value: string
  onChange: (memberId: string) => void
  /** Offers everyone under this name too: "Everyone's visits". */
  everyone?: string
  className?: string
}

/** Whose visit, round or time off: with its label, and nothing at all in a practice where one person works. */
export function MemberPicker({ label, value, onChange, everyone, className }: Props) {
  const members = useRows<Member>('members')
  const offered = diaryMembers(members ?? [], value)
  if (offered.length < 2) return null
  return (
    <Field label={label} {...(className && { className })}>
      <Select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        options={offered.map(({ id, name, isActive }) => ({ value: id, label: isActive ? name : `${name}, no longer here` }))}
        {...(everyone && { placeholder: everyone })}
      />
    </Field>
  )
}
