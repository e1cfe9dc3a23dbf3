import { Import } from 'lucide-react'
import { LinkButton } from '#ui/LinkButton.tsx'

/** From an empty list to bringing one in. */
export const ImportLink = () => (
  <LinkButton href="/settings/import" icon={Import}>
    Import a list
  </LinkButton>
)
