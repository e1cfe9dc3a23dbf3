import '#ui/styles.css'

/* A message is whole as the server painted it: it only needs its styles. */
