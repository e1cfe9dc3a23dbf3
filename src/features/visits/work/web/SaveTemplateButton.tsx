import { LayoutTemplate } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Templated, toTemplate } from '#features/visits/work/templating.ts'
import { useMayTemplate } from '#features/visits/work/web/use-templates.ts'
import { Button } from '#ui/Button.tsx'

const TemplateDialog = lazy(() =>
  import('#features/visits/work/web/TemplateDialog.tsx').then((module) => ({ default: module.TemplateDialog })),
)

/** Keeps work as a template; nothing for a member without the right or the plan. `work` is called on the press. */
export function SaveTemplateButton({ work }: { work: () => Templated }) {
  const { mayChange, isInPlan } = useMayTemplate()
  const [kept, keep] = useState<ReturnType<typeof toTemplate>>()
  if (!mayChange || !isInPlan) return null
  return (
    <>
      <Button variant="quiet" icon={LayoutTemplate} className="-ml-2 justify-self-start" onClick={() => keep(toTemplate(work()))}>
        Save as template...
      </Button>
      {kept && (
        <Suspense>
          <TemplateDialog work={kept} onClose={() => keep(undefined)} />
        </Suspense>
      )}
    </>
  )
}
