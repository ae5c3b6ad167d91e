;; scores[r] = dot(query, row r) for `count` rows of `dims` signed bytes; dims is a multiple of 16.
(module
  (memory (import "m" "m") 1)
  (func (export "dots") (param $rows i32) (param $count i32) (param $dims i32) (param $query i32) (param $scores i32)
    (local $end i32) (local $q i32) (local $stop i32) (local $sum v128) (local $a v128) (local $b v128)
    (local.set $end (i32.add (local.get $scores) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $stop (i32.add (local.get $query) (local.get $dims)))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $scores) (local.get $end)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $q (local.get $query))
        (loop $sixteen
          (local.set $a (v128.load (local.get $rows)))
          (local.set $b (v128.load (local.get $q)))
          (local.set $sum
            (i32x4.add (local.get $sum)
              (i32x4.add
                (i32x4.dot_i16x8_s
                  (i16x8.extend_low_i8x16_s (local.get $a)) (i16x8.extend_low_i8x16_s (local.get $b)))
                (i32x4.dot_i16x8_s
                  (i16x8.extend_high_i8x16_s (local.get $a)) (i16x8.extend_high_i8x16_s (local.get $b))))))
          (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
          (local.set $q (i32.add (local.get $q) (i32.const 16)))
          (br_if $sixteen (i32.lt_u (local.get $q) (local.get $stop))))
        (i32.store (local.get $scores)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $scores (i32.add (local.get $scores) (i32.const 4)))
        (br $row)))))
