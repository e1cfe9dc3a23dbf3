import { LayoutTemplate, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { UpgradePanel } from '#features/core/practice/web/UpgradePanel.tsx'
import { useFootScheme } from '#features/core/practice/web/use-foot-scheme.ts'
import { type Kinds, useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { feetInWords } from '#features/visits/work/feet.ts'
import { type KnownTemplate, removeTemplate, useMayTemplate, useTemplates } from '#features/visits/work/web/use-templates.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { RowMark } from '#ui/PendingMark.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { withToast } from '#ui/with-toast.ts'

const TemplateDialog = lazy(() =>
  import('#features/visits/work/web/TemplateDialog.tsx').then((module) => ({ default: module.TemplateDialog })),
)

/** Further rows are shown on request. */
const SHOWN_AT_ONCE = 50

/** The practice's own work templates (/settings/templates). Works offline. */
export function TemplatesPage() {
  const templates = useTemplates()
  const { mayChange, isInPlan } = useMayTemplate()
  const [edited, edit] = useState<KnownTemplate | 'new'>()
  const mayAdd = mayChange && isInPlan
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => edit('new')}>
      Add template
    </Button>
  )
  return (
    <Page>
      <PageHeader
        title="Templates"
        subtitle="Work you do again and again, recorded with one tap."
        actions={mayAdd && templates && templates.length > 0 && add}
      />
      <div className="grid max-w-[760px] gap-3.5">
        {mayChange && !isInPlan && (
          <UpgradePanel feature="work-templates">
            <p className="mt-1">You can still use those you have; to add or change one, change your plan.</p>
          </UpgradePanel>
        )}
        <Card>
          {!templates && <SkeletonRows label="Loading templates..." rows={4} />}
          {templates?.length === 0 && (
            <EmptyState icon={LayoutTemplate} title="No templates yet" action={mayAdd && add}>
              Heart bars and leather, a foal's first trim: save work like that here with its feet, notes and advice. When you record work,
              Use a template fills it all in.
            </EmptyState>
          )}
          {templates && templates.length > 0 && (
            <Templates templates={templates} onOpen={mayAdd ? edit : undefined} mayRemove={mayChange} />
          )}
        </Card>
        {!mayChange && <p className="text-14 text-ink-2">Apprentices can use templates but not change them.</p>}
      </div>
      {edited && (
        <Suspense>
          <TemplateDialog template={edited === 'new' ? undefined : edited} onClose={() => edit(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}

type ListProps = { templates: readonly KnownTemplate[]; onOpen: ((template: KnownTemplate) => void) | undefined; mayRemove: boolean }

function Templates({ templates, onOpen, mayRemove }: ListProps) {
  const [count, setCount] = useState(SHOWN_AT_ONCE)
  const kinds = useKinds()
  const scheme = useFootScheme()
  const more = templates.length - count
  return (
    <>
      <List label="Templates">
        {templates.slice(0, count).map((template) => (
          <ListRow
            key={template.id}
            title={template.name}
            detail={wordsOf(template, kinds, scheme)}
            aside={
              <>
                <RowMark of={[template]} />
                {!onOpen && mayRemove && <RemoveButton template={template} />}
              </>
            }
            {...(onOpen && { onClick: () => onOpen(template) })}
          />
        ))}
      </List>
      {more > 0 && (
        <div className="border-t border-line p-1 text-center">
          <Button
            variant="quiet"
            onClick={() => setCount(count + SHOWN_AT_ONCE)}
          >{`Show ${Math.min(more, SHOWN_AT_ONCE)} of ${more} more`}</Button>
        </div>
      )}
    </>
  )
}

/** Where no template may be changed, existing ones can still be removed. */
const RemoveButton = ({ template }: { template: KnownTemplate }) => (
  <Button
    variant="quiet"
    size="icon"
    icon={Trash2}
    aria-label={`Remove ${template.name}`}
    onClick={() => withToast('Template removed', template.name, () => removeTemplate(template))}
  />
)

/** `Front shoes new. NF, OF: heart bar, leather pad; NH, OH: Trim. The cycle goes on.` */
const wordsOf = ({ serviceType, setup, resetsCycle }: KnownTemplate, kinds: Kinds, scheme: ReturnType<typeof useFootScheme>) =>
  [kinds.labelOf(serviceType), setup && feetInWords(setup, scheme), !resetsCycle && 'The cycle carries on'].filter(Boolean).join('. ')
