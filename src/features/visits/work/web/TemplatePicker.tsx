import { LayoutTemplate } from 'lucide-react'
import { type KnownTemplate, useTemplates } from '#features/visits/work/web/use-templates.ts'
import { Button } from '#ui/Button.tsx'
import { Combobox } from '#ui/Combobox.tsx'
import { DropdownMenu, MenuItem } from '#ui/DropdownMenu.tsx'

type Props = { onUse: (template: KnownTemplate) => void }

/** A menu as long as this is read at a glance; more are found by typing. */
const MOST_IN_MENU = 12

/** Work by one of the practice's own templates. Nothing where there are none. */
export function TemplatePicker({ onUse }: Props) {
  const templates = useTemplates()
  if (!templates?.length) return null
  if (templates.length > MOST_IN_MENU)
    return (
      <Combobox
        aria-label="Use a template"
        placeholder="Use a template"
        emptyText="No template by that name"
        options={templates.map(({ id, name }) => ({ value: id, label: name }))}
        value={undefined}
        onChange={(id) => {
          const chosen = templates.find((template) => template.id === id)
          if (chosen) onUse(chosen)
        }}
      />
    )
  return (
    <DropdownMenu
      label="Templates"
      trigger={
        <Button icon={LayoutTemplate} className="justify-self-start">
          Use a template
        </Button>
      }
    >
      {templates.map((template) => (
        <MenuItem key={template.id} onSelect={() => onUse(template)}>
          {template.name}
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}
