import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { mayRunPractice } from '#features/core/practice/rules.ts'
import { changePractice } from '#features/core/practice/web/data.ts'
import { PracticeFields, toInput, valuesOf } from '#features/core/practice/web/PracticeFields.tsx'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Note } from '#ui/Note.tsx'
import { toast } from '#ui/toast-store.ts'

/** The practice's details; read-only for members who may not change them. */
export function PracticeCard({ user }: { user: CurrentUser }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: valuesOf(user.practice) })
  const saving = useMutation({
    mutationFn: changePractice,
    onSuccess: () => toast({ title: 'Saved', description: 'The practice was changed.' }),
  })
  if (!mayRunPractice(user.role)) return <PracticeFacts user={user} />
  return (
    <Card title="Practice" padded>
      <form onSubmit={handleSubmit((values) => pressed(saving, toInput(values)))} noValidate className="grid gap-4">
        <PracticeFields register={register} errors={formState.errors} />
        {saving.error && (
          <Note tone="late" live>
            {sentenceOf(saving.error)}
          </Note>
        )}
        <Button type="submit" variant="primary" className="w-fit" busy={saving.isPending} busyLabel="Saving...">
          Save practice
        </Button>
      </form>
    </Card>
  )
}

const PracticeFacts = ({ user: { practice } }: { user: CurrentUser }) => (
  <Card title="Practice" padded>
    <p className="font-bold">{practice.name}</p>
    {practice.frcNumber && <p className="text-ink-2">FRC {practice.frcNumber}</p>}
    <p className="mt-2 text-14 text-ink-2">Only an owner of the practice can change this.</p>
  </Card>
)
