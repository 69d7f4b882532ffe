package io.swagger.annotations;

/** Stands for the annotation of a package that Debian does not have. It only documents. */
public @interface ApiModelProperty {
  String value() default "";

  boolean required() default false;

  String example() default "";
}
