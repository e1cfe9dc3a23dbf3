import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { StepForm, type StepProps } from '#app/pages/welcome/StepForm.tsx'
import { changePractice } from '#features/core/practice/web/data.ts'
import { PracticeFields, toInput, valuesOf } from '#features/core/practice/web/PracticeFields.tsx'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'

/** Name, FRC number, nation and working days. */
export function PracticeStep({ user, next }: StepProps) {
  const { register, control, handleSubmit, formState } = useForm({ defaultValues: valuesOf(user.practice) })
  const saving = useMutation({ mutationFn: changePractice, onSuccess: () => next() })
  return (
    <StepForm
      onSubmit={handleSubmit((values) => pressed(saving, toInput(values)))}
      isSaving={saving.isPending}
      failure={saving.error ? sentenceOf(saving.error) : undefined}
      onSkip={() => next()}
    >
      <PracticeFields register={register} control={control} errors={formState.errors} />
    </StepForm>
  )
}
