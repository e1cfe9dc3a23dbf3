/** A horse of the demo practice. */
export type CastHorse = {
  name: string
  breed: string
  color: string
  born: number
  work: string
  temperament?: string
  notes?: string
  flags?: string[]
  /** False: no cycle yet. */
  hasCycle?: false
  gone?: 'deceased' | 'sold' | 'moved'
  isPaused?: true
}

/** Horses no one needs to know by name; enough for all of them. */
export const MORE_HORSES: readonly CastHorse[] = names(
  `Acorn Amber Apollo Archie Aslan Bailey Banjo Bella Bertie Blaze Bluebell Bracken Bud Caesar Captain Cassidy Cherry Chester Cinders Clementine
  Conker Copper Cracker Cricket Daisy Dancer Domino Dusty Echo Ember Fable Fern Flash Flint Freya Gingersnap Gypsy Harvey Hazel Heather Honey
  Indigo Jasper Jigsaw Kipper Lark Lottie Maple Marlow Meg Minstrel Misty Monty Mulberry Noggin Oakley Oberon Otter Parsley Penny Plum Poppy
  Quill Ranger Rosie Rufus Saffron Sorrel Spike Star Teasel Tigger Toffee Treacle Truffle Vesper Whisky Woody`,
)

function names(text: string): CastHorse[] {
  const breeds = ['Cob', 'Thoroughbred', 'Welsh Section B', 'Irish Sport Horse', 'Connemara', 'Warmblood', 'Welsh cross', 'Native cross']
  const colors = ['Bay', 'Chestnut', 'Grey', 'Dark bay', 'Piebald', 'Roan', 'Black', 'Skewbald', 'Dun']
  const works = ['Trim', 'Front shoes new', 'Full set refit', 'Trim', 'Full set new', 'Front refit', 'Trim']
  return text.split(/\s+/).map((name, at) => ({
    name,
    breed: breeds[at % breeds.length] ?? 'Cob',
    color: colors[(at * 5) % colors.length] ?? 'Bay',
    born: 2003 + ((at * 7) % 19),
    work: works[(at * 3) % works.length] ?? 'Trim',
  }))
}
