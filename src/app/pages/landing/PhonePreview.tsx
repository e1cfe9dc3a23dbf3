import { Check, MapPin, Menu, Navigation, Phone, Send, TriangleAlert } from 'lucide-react'
import { HorseAvatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { LogoMark } from '#ui/icons.tsx'
import { StatusBadge } from '#ui/StatusBadge.tsx'
import { Track } from '#ui/Track.tsx'

/* Pictures of the product, drawn with its own parts and hidden from screen readers: the words beside them say the same. */

/** What an owner sees while the round is going on. */
export const OwnerPreview = () => (
  <div className="absolute top-[286px] -left-6 z-10 grid w-[236px] gap-1 rounded-2xl bg-surface px-4 py-3.5 text-ink shadow-drag max-lg:top-56 max-lg:left-0 max-sm:hidden lg:max-xl:hidden">
    <p className="text-14 text-ink-2">Emma sees</p>
    <p className="text-20 font-bold tracking-[-0.015em]">You are stop #5</p>
    <p className="text-ink-2">2 stops before you</p>
    <span className="my-1 block h-2.5 overflow-hidden rounded-full bg-sunken shadow-[inset_0_0_0_1px_var(--line-2)]">
      <span className="block h-full w-3/5 rounded-l-full bg-ember" />
    </span>
    <p className="text-14 text-ink-2">Scheduled for: PM (Stop only)</p>
  </div>
)

/** The day's round on a phone. */
export const PhonePreview = () => (
  <div className="absolute top-8 right-9 w-[302px] rounded-[42px] border border-forge-line bg-[#05080b] p-[11px] shadow-drag max-lg:right-0 max-sm:inset-x-0 max-sm:mx-auto">
    <div className="h-[680px] overflow-hidden rounded-[31px] bg-ground text-ink">
      {/* A phone 353 px wide, drawn at four fifths. */}
      <div className="w-[353px] origin-top-left scale-[0.79]">
        <div className="grid gap-3 bg-forge px-3.5 pt-3.5 pb-10 text-on-forge">
          <div className="flex items-center gap-3">
            <Menu size={20} />
            <span className="flex items-center gap-2 text-18 font-bold">
              <LogoMark size={24} />
              Pritchel
            </span>
          </div>
          <p className="text-24 font-bold">Tue 24 Nov</p>
          <Track label="Two of six stops done" stops={['done', 'done', 'now', 'to-come', 'to-come', 'to-come']} onForge />
        </div>
        <NextStop />
        <p className="px-4 pt-3.5 pb-1 font-bold">After that</p>
        <p className="px-4 text-14">
          <b className="block">Court House Stables</b>
          <span className="text-ink-2">2 horses, trim and full set</span>
        </p>
      </div>
    </div>
  </div>
)

const NextStop = () => (
  <div className="relative mx-2.5 -mt-6 grid gap-2.5 rounded-lg border border-line bg-surface p-3">
    <p className="flex items-center gap-2">
      <Badge tone="now">Next</Badge>
      <b className="flex-1">Stop 3 of 6</b>
      <Badge tone="line">AM</Badge>
    </p>
    <p>
      <b className="block text-20 tracking-[-0.018em]">Hollybush Farm Livery</b>
      <span className="flex items-center gap-1.5 text-14 text-ink-2">
        <MapPin size={14} /> Kingsland HR6 0VK
      </span>
    </p>
    <PreviewHorse name="Biscuit" work="Full set" coat="palomino" />
    <PreviewHorse name="Merlin" work="Front shoes" coat="bay" isLate />
    <p className="flex items-center gap-2 rounded-lg bg-flag-tint px-3 py-1.5 text-14 text-flag-ink">
      <TriangleAlert size={16} /> <b>Merlin kicks</b>
    </p>
    <p className="flex min-h-12 items-center justify-center gap-2 rounded-lg bg-ember font-bold text-on-ember">
      <Send size={18} /> On my way
    </p>
    <p className="grid grid-cols-3 gap-2 text-14 font-medium *:flex *:min-h-10 *:items-center *:justify-center *:gap-1 *:rounded-lg *:border *:border-line-2">
      <span>
        <Navigation size={15} /> Navigate
      </span>
      <span>
        <Phone size={15} /> Call
      </span>
      <span>
        <Check size={15} /> Done
      </span>
    </p>
  </div>
)

const PreviewHorse = ({ name, work, coat, isLate = false }: { name: string; work: string; coat: string; isLate?: boolean }) => (
  <p className="flex items-center gap-2.5 text-14">
    <HorseAvatar color={coat} size="sm" />
    <b>{name}</b>
    <span className="flex-1 text-ink-2">{work}</span>
    {isLate ? <StatusBadge status="overdue">7 days over</StatusBadge> : <StatusBadge status="due-soon">Due</StatusBadge>}
  </p>
)
