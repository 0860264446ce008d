; The facts about bits that arena.c and index.c state as axioms, because WP reasons about unbounded
; integers. Here z3 proves each over all values of the machine's words: what is asserted is that the
; fact does not hold, and every answer must be `unsat`.
(set-logic QF_BV)

; padding: an address plus its padding is a multiple. One bit more than a word: the sum may be 2^64.
(push)
(declare-const x (_ BitVec 64))
(declare-const mask (_ BitVec 64))
(define-fun padding () (_ BitVec 64) (bvand (bvneg x) mask))
(define-fun wide ((word (_ BitVec 64))) (_ BitVec 65) ((_ zero_extend 1) word))
(assert (or (= mask #x0000000000000000) (= mask #x0000000000000001) (= mask #x0000000000000003)
            (= mask #x0000000000000007) (= mask #x000000000000000f)))
(assert (not (and (bvule padding mask)
                  (= (bvand (bvadd (wide x) (wide padding)) (wide mask)) (_ bv0 65)))))
(check-sat)
(pop)

; masked: a masked word is at most the mask, and at most the word.
(push)
(declare-const x (_ BitVec 32))
(declare-const mask (_ BitVec 32))
(assert (not (and (bvule (bvand x mask) mask) (bvule (bvand x mask) x))))
(check-sat)
(pop)

; shifted: what a shift leaves of a word is below the power of two of the bits left.
(push)
(declare-const x (_ BitVec 32))
(declare-const shift (_ BitVec 32))
(assert (and (bvule #x00000001 shift) (bvule shift #x0000001c)))
(assert (not (bvult (bvlshr x shift) (bvshl #x00000001 (bvsub #x00000020 shift)))))
(check-sat)
(pop)

; power: 1 << bits lies in 1..2^31, and is 2^31 for bit 31 only.
(push)
(declare-const bits (_ BitVec 32))
(define-fun power () (_ BitVec 32) (bvshl #x00000001 bits))
(assert (bvule bits #x0000001f))
(assert (not (and (bvule #x00000001 power) (bvule power #x80000000)
                  (=> (bvult power #x80000000) (bvult bits #x0000001f)))))
(check-sat)
(pop)

; below_zero: one less than no row is the highest word.
(push)
(assert (not (= (bvsub #x00000000 #x00000001) #xffffffff)))
(check-sat)
(pop)
