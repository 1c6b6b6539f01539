import { benignVariants, facadeKinds, mutants, type Shape } from '../../../fixtures/index.ts'

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

/** Everything in each of its shapes, or in the first it names. */
export function specimens(shapes: 'every' | 'one'): readonly Specimen[] {
  const inShapes =
    (kind: 'benign' | 'mutant') =>
    ({ id, shapes: named }: Shaped): readonly Specimen[] =>
      (shapes === 'every' ? named : named.slice(0, 1)).map((shape) => ({ kind, id, shape }))
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
    ...(slow ?? []).flatMap(inShapes('mutant')),
    ...benignVariants.flatMap(inShapes('benign')),
    ...(quick ?? []).flatMap(inShapes('mutant')),
    // The answer of a facade has no shape.
    ...facadeKinds.map((id): Specimen => ({ kind: 'facade', id, shape: 'immediate' })),
  ]
}

export const nameOf = ({ kind, id, shape }: Specimen): string =>
  kind === 'facade' || kind === 'reference' ? `${kind} ${id}` : `${kind} ${id} (${shape})`
