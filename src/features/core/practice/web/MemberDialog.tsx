import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PracticeMember, Role } from '#features/core/practice/contract.ts'
import type { Invited } from '#features/core/practice/invitations.ts'
import { changeMember, inviteBack } from '#features/core/practice/web/data.ts'
import { ROLES, roleDetail } from '#features/core/practice/web/role-words.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Select } from '#ui/Select.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = {
  member: PracticeMember
  onClose: () => void
  onChanged: () => void
  onInvited: (invited: Invited) => void
}

/** What one member may do, and the end of their work here or its start again. */
export function MemberDialog({ member, onClose, onChanged, onInvited }: Props) {
  const [role, setRole] = useState<Role>(member.role)
  const [isEnding, setEnding] = useState(false)
  const done = (words: string) => () => {
    toast({ title: 'Saved', description: words })
    onChanged()
    onClose()
  }
  const changing = useMutation({ mutationFn: changeMember, onSuccess: done(`${member.name}'s role was changed.`) })
  const returning = useMutation({ mutationFn: inviteBack, onSuccess: onInvited })
  const failure = changing.error ?? returning.error
  if (isEnding) return <EndDialog member={member} onKeep={() => setEnding(false)} onEnded={done(`${member.name} has left the practice.`)} />
  const save = () => (role === member.role ? onClose() : pressed(changing, { id: member.id, role }))
  const invite = () => pressed(returning, { id: member.id, role })
  return (
    <FormDialog
      title={member.name}
      submitLabel={member.isActive ? 'Save role' : 'Invite back'}
      onClose={onClose}
      isSaving={changing.isPending || returning.isPending}
      failure={failure ? sentenceOf(failure) : undefined}
      onSubmit={member.isActive ? save : invite}
    >
      <div className="grid gap-4">
        {member.email && <p className="text-ink-2">{member.email}</p>}
        <Field label="Role" help={roleDetail(role)}>
          <Select options={ROLES} value={role} onChange={(event) => setRole(event.target.value as Role)} />
        </Field>
        {member.isActive && (
          <Button variant="danger" className="w-fit" onClick={() => setEnding(true)}>
            End their membership
          </Button>
        )}
      </div>
    </FormDialog>
  )
}

function EndDialog({ member, onKeep, onEnded }: { member: PracticeMember; onKeep: () => void; onEnded: () => void }) {
  const ending = useMutation({ mutationFn: changeMember, onSuccess: onEnded })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onKeep()}
      title={`End ${member.name}'s membership?`}
      keepLabel={`Keep ${member.name}`}
      confirmLabel="End their membership"
      busy={ending.isPending}
      onConfirm={() => pressed(ending, { id: member.id, isActive: false })}
    >
      {ending.error
        ? sentenceOf(ending.error)
        : "They'll be signed out of this practice on every device. Their visits and work stay under their name, and you can invite them back."}
    </ConfirmDialog>
  )
}
