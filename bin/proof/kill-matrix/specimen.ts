import { benignVariants, type FacadeKind, facadeKinds, mutants, type Shape } from '../../../fixtures/index.ts'

/** One of our own connectors in one shape, as plain data: it travels between processes. */
export interface Specimen {
  readonly kind: 'reference' | 'benign' | 'mutant' | 'facade'
  /** Of the mutant, benign variant or facade; of the reference, its shape. */
  readonly id: string
  readonly shape: Shape
}

interface Shaped {
  readonly id: string
  readonly shapes: readonly Shape[]
}

/** Everything in each of its shapes. A mutant or benign variant comes first in the shape that it names first. */
export function specimens(): readonly Specimen[] {
  const inShapes =
    (kind: 'benign' | 'mutant') =>
    ({ id, shapes }: Shaped): readonly Specimen[] =>
      shapes.map((shape) => ({ kind, id, shape }))
  const references = (['immediate', 'asynchronous'] as const).map((shape) => ({
    kind: 'reference' as const,
    id: shape,
    shape,
  }))
  const [slow, quick] = [true, false].map((isSlow) =>
    mutants.filter((each) => (each.inWholeRunOnly ?? false) === isSlow),
  )
  return [
    ...references,
    // Those that wait for minutes, or in real time, come first, so that nobody waits for them in the end.
    ...facadeKinds.map(inNoShape),
    ...(slow ?? []).flatMap(inShapes('mutant')),
    ...benignVariants.flatMap(inShapes('benign')),
    ...(quick ?? []).flatMap(inShapes('mutant')),
  ]
}

/** The answer of a facade has none. */
const inNoShape = (id: FacadeKind): Specimen => ({ kind: 'facade', id, shape: 'immediate' })

const firstShapes: ReadonlyMap<string, Shape | undefined> = new Map(
  [...mutants, ...benignVariants].map(({ id, shapes }) => [id, shapes[0]]),
)

export const isInFirstShape = ({ id, shape }: Specimen): boolean => (firstShapes.get(id) ?? shape) === shape

export const nameOf = ({ kind, id, shape }: Specimen): string =>
  kind === 'facade' || kind === 'reference' ? `${kind} ${id}` : `${kind} ${id} (${shape})`
